import { Upload } from 'lucide-react'
import { GALLERY_TYPES, type MediaItem } from '#domain/media/media'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { SettingField } from '../fields/SettingField.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'
import { Gallery } from './Gallery.tsx'
import type { Uploading } from './media-model.ts'
import { UploadProgress } from './UploadProgress.tsx'
import './MediaCard.css'

const OPTIONS = [
  { value: 'own', label: 'Own images' },
  { value: 'youtube', label: 'YouTube' },
] as const

type Props = {
  form: CardForm
  items: MediaItem[]
  uploading: Uploading
  onUpload(files: File[]): void
  onCancel(): void
  onDelete(item: MediaItem): void
}

export function MediaCard(props: Props) {
  const { form, items, uploading } = props
  const { values, onEdit } = form
  const option = values.dashboardMediaType ?? 'own'
  return (
    <SettingsCard title="Media" form={form}>
      <Choice
        label="Media option"
        options={OPTIONS}
        value={option}
        onChange={value => onEdit({ dashboardMediaType: value })}
      />
      {option === 'youtube' ? (
        <SettingField
          form={form}
          setting="youtubeUrl"
          label="YouTube URL"
          type="url"
          placeholder="https://www.youtube.com/watch?v=..."
        />
      ) : (
        <>
          <div className="upload">
            <FileButton
              inputLabel="Images to upload"
              accept={GALLERY_TYPES.join()}
              multiple
              disabled={uploading !== null}
              onFiles={props.onUpload}
            >
              <Upload size={18} aria-hidden />
              Upload Images
            </FileButton>
            <span className="field__hint">PNG or JPEG, max 2MB. Larger images are resized.</span>
          </div>
          {uploading && !uploading.isLogo && (
            <UploadProgress uploading={uploading} onCancel={props.onCancel} />
          )}
          <Gallery items={items} onDelete={props.onDelete} />
        </>
      )}
    </SettingsCard>
  )
}
