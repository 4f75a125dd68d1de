import { ImageUp, Trash2 } from 'lucide-react'
import { LOGO_TYPES } from '#domain/media/media'
import { isEnabled } from '#domain/settings-record'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'
import type { Uploading } from '../media/media-model.ts'
import { UploadProgress } from '../media/UploadProgress.tsx'
import './ClinicCards.css'

const CLINIC_NAME_MAX = 60

type Props = {
  form: CardForm
  uploading: Uploading
  onLogo(file: File): void
  onCancel(): void
}

export function ClinicCards({ form, uploading, onLogo, onCancel }: Props) {
  const { values, onEdit } = form
  const logo = values.clinicLogo ?? ''
  return (
    <>
      <SettingsCard title="Clinic Name" form={form}>
        <label className="field">
          <span className="field__label">Name on the display</span>
          <input
            className="input"
            maxLength={CLINIC_NAME_MAX}
            value={values.clinicName ?? ''}
            onChange={event => onEdit({ clinicName: event.target.value })}
          />
        </label>
      </SettingsCard>
      <SettingsCard title="Clinic Logo" form={form}>
        <div className="logo-field">
          <span className="logo-field__picture">
            {logo ? <img src={logo} alt="The clinic's logo" /> : 'No logo'}
          </span>
          <div className="logo-field__actions">
            <FileButton
              inputLabel="Logo to upload"
              accept={LOGO_TYPES.join()}
              disabled={uploading !== null}
              onFiles={([file]) => file && onLogo(file)}
            >
              <ImageUp size={18} aria-hidden />
              {logo ? 'Change Logo' : 'Upload Logo'}
            </FileButton>
            <span className="field__hint">PNG, JPEG, WebP or GIF, max 2MB</span>
            {logo && (
              <Button variant="quiet" onClick={() => onEdit({ clinicLogo: '' })}>
                <Trash2 size={16} aria-hidden />
                Remove
              </Button>
            )}
          </div>
        </div>
        {uploading?.isLogo && <UploadProgress uploading={uploading} onCancel={onCancel} />}
        <Switch
          label="Show the logo on the display"
          isOn={isEnabled(values, 'showClinicLogo')}
          onChange={on => onEdit({ showClinicLogo: String(on) })}
        />
      </SettingsCard>
    </>
  )
}
