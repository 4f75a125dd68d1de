import { ImageUp, Trash2 } from 'lucide-react'
import { LOGO_TYPES } from '#domain/media/media'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import type { Uploading } from '../media/media-model.ts'
import { UploadProgress } from '../media/UploadProgress.tsx'

type Props = {
  uploading: Uploading
  /** Resolves to the new logo's address, or to null after a failure. */
  onUpload(file: File): Promise<string | null>
  onCancel(): void
}

export function LogoFields({ uploading, onUpload, onCancel }: Props) {
  const { values, onEdit } = useForm()
  const logo = values.clinicLogo

  async function replaceLogo([file]: File[]) {
    const clinicLogo = file && (await onUpload(file))
    if (clinicLogo) onEdit({ clinicLogo, showClinicLogo: 'true' })
  }

  return (
    <>
      <div className="logo-field line">
        <span className="logo-field__picture centered soft">
          {logo ? <img src={logo} alt="The clinic's logo" /> : 'No logo'}
        </span>
        <div className="logo-field__actions row">
          <FileButton
            inputLabel="Logo to upload"
            accept={LOGO_TYPES.join()}
            disabled={uploading !== null}
            onFiles={files => void replaceLogo(files)}
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
      <Field setting="showClinicLogo" />
    </>
  )
}
