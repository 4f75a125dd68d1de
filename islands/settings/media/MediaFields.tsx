import { Upload } from 'lucide-react'
import { GALLERY_TYPES, type MediaItem } from '#domain/media/media'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import { Gallery } from './Gallery.tsx'
import type { MediaModel, Uploading } from './media-model.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { VideoLink } from './VideoLink.tsx'
import './media.css'

type Props = {
  items: MediaItem[]
  uploading: Uploading
  onCancel(): void
  media: MediaModel
}

export function MediaFields({ items, uploading, onCancel, media }: Props) {
  const { dashboardMediaType } = useForm().values
  return (
    <>
      <Field setting="dashboardMediaType" />
      {dashboardMediaType === 'youtube' ? (
        <Field setting="youtubeUrl" />
      ) : (
        <>
          <div className="upload row">
            <FileButton
              inputLabel="Images to upload"
              accept={GALLERY_TYPES.join()}
              multiple
              disabled={uploading !== null}
              onFiles={media.upload}
            >
              <Upload size={18} aria-hidden />
              Upload Images
            </FileButton>
            <span className="field__hint">PNG or JPEG, max 2MB. Larger images are resized.</span>
          </div>
          {uploading && !uploading.isLogo && (
            <UploadProgress uploading={uploading} onCancel={onCancel} />
          )}
          <VideoLink refetch={media.items.refetch} />
          <Gallery items={items} onDelete={media.remove} />
        </>
      )}
    </>
  )
}
