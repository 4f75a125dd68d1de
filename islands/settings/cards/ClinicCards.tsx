import { ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { LOGO_TYPES } from '#domain/media/media'
import { isEnabled } from '#domain/settings/settings-record'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type CardForm, SettingsCard } from './SettingsCard.tsx'
import './ClinicCards.css'

const CLINIC_NAME_MAX = 60

type Props = { form: CardForm; isUploading: boolean; onLogo(file: File): void }

export function ClinicCards({ form, isUploading, onLogo }: Props) {
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
            <LogoButton isBusy={isUploading} hasLogo={logo !== ''} onLogo={onLogo} />
            {logo && (
              <Button
                variant="quiet"
                onClick={() => onEdit({ clinicLogo: '', showClinicLogo: 'false' })}
              >
                <Trash2 size={16} aria-hidden />
                Remove
              </Button>
            )}
          </div>
        </div>
        <Switch
          label="Show the logo on the display"
          isOn={isEnabled(values, 'showClinicLogo')}
          onChange={on => onEdit({ showClinicLogo: String(on) })}
        />
      </SettingsCard>
    </>
  )
}

type LogoProps = { isBusy: boolean; hasLogo: boolean; onLogo(file: File): void }

function LogoButton({ isBusy, hasLogo, onLogo }: LogoProps) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) onLogo(file)
    target.value = ''
  }

  return (
    <>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        <ImageUp size={18} aria-hidden />
        {hasLogo ? 'Change Logo' : 'Upload Logo'}
      </Button>
      <span className="field__hint">PNG, JPEG, WebP or GIF, max 2MB</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo to upload"
        accept={LOGO_TYPES.join(',')}
        onChange={handleChange}
      />
    </>
  )
}
