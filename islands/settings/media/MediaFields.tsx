import { ChevronLeft, ChevronRight, Film, ImageUp, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { DomainError } from '#domain/errors'
import {
  clampPage,
  GALLERY_PAGE_SIZE,
  GALLERY_TYPES,
  getMediaUrl,
  LOGO_TYPES,
  type MediaItem,
} from '#domain/media/media'
import { NO_VIDEO_LINK, parseVideoLink } from '#domain/media/youtube'
import { api } from '../../data/api.ts'
import { useWrites } from '../../data/resource.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { useConfirm } from '../../ui/confirm/ConfirmDialog.tsx'
import { InlineForm } from '../../ui/fields/InlineForm.tsx'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import type { Media } from './use-media.ts'

const LINK_FIELDS = [
  {
    name: 'url',
    label: 'Video link',
    type: 'url',
    placeholder: 'https://clinic.example/film.mp4',
    hint: 'A link to an MP4 or WebM file, or to YouTube. It plays without sound.',
    autoComplete: 'off',
  },
] as const

type Props = { media: Media }

export function MediaFields({ media }: Props) {
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
              disabled={media.uploading !== null}
              onFiles={media.upload}
            >
              <Upload size={18} aria-hidden />
              Upload Images
            </FileButton>
            <span className="field__hint">PNG or JPEG, max 2MB. Larger images are resized.</span>
          </div>
          <UploadProgress media={media} isLogo={false} />
          <VideoLink refetch={media.refetch} />
          <Gallery items={media.items} onDelete={media.remove} />
        </>
      )}
    </>
  )
}

export function LogoFields({ media }: Props) {
  const { values, onEdit } = useForm()
  const logo = values.clinicLogo

  async function replaceLogo([file]: File[]) {
    const clinicLogo = file && (await media.uploadLogo(file))
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
            disabled={media.uploading !== null}
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
      <UploadProgress media={media} isLogo />
      <Field setting="showClinicLogo" />
    </>
  )
}

function UploadProgress({ media, isLogo }: Props & { isLogo: boolean }) {
  if (media.uploading?.isLogo !== isLogo) return null
  const { name, number, total, progress } = media.uploading
  const all = (number - 1 + progress) / total
  return (
    <div className="upload-progress">
      <span className="ellipsis" role="status">
        {total > 1 ? `Uploading ${number} of ${total}: ${name}` : `Uploading ${name}`}
      </span>
      <progress className="upload-progress__bar" aria-label="Upload" value={all} max={1} />
      <Button variant="quiet" onClick={media.cancel}>
        Cancel
      </Button>
    </div>
  )
}

function VideoLink({ refetch }: { refetch(): Promise<unknown> }) {
  const { mutate } = useWrites(refetch)
  return (
    <InlineForm
      className="inline-form video-link"
      fields={LINK_FIELDS}
      action="Add video"
      busyText="Add video"
      variant="plain"
      isComplete={({ url }) => url.trim() !== ''}
      onSubmit={({ url }, onProblem) => {
        const json = parseVideoLink(url)
        return mutate({
          done: ['Video added', json?.name],
          failed: 'Failed to add the video. Please try again.',
          onFailure: sentence => onProblem({ field: 'url', sentence }),
          send() {
            if (!json) throw new DomainError(NO_VIDEO_LINK)
            return api.media.$post({ json })
          },
        })
      }}
    />
  )
}

type GalleryProps = { items: MediaItem[]; onDelete(item: MediaItem): void }

function Gallery({ items, onDelete }: GalleryProps) {
  const gallery = useRef<HTMLElement>(null)
  const [dialog, ask] = useConfirm()
  const [requestedPage, setPage] = useState(0)
  const page = clampPage(requestedPage, items.length)
  const pages = Math.max(1, Math.ceil(items.length / GALLERY_PAGE_SIZE))
  const shown = items.slice(page * GALLERY_PAGE_SIZE, (page + 1) * GALLERY_PAGE_SIZE)

  function askToDelete(item: MediaItem) {
    const kind = item.type === 'image' ? 'image' : 'video'
    ask({
      title: `Delete ${kind} ${item.name}?`,
      about: 'The TVs no longer show it.',
      action: `Delete ${kind}`,
      onConfirm() {
        gallery.current?.focus()
        onDelete(item)
      },
    })
  }

  return (
    <section
      ref={gallery}
      className="gallery stack stack--medium"
      aria-label="Media gallery"
      tabIndex={-1}
    >
      <ul className="gallery__items stack stack--medium">
        {shown.map(item => (
          <li key={item.id} className="gallery__item" data-tooltip={item.name}>
            <Thumbnail item={item} />
            <p id={`media-${item.id}`} className="gallery__name small ellipsis">
              {item.name}
            </p>
            <Button
              variant="quiet"
              aria-describedby={`media-${item.id}`}
              onClick={() => askToDelete(item)}
            >
              <Trash2 size={16} aria-hidden />
              Delete
            </Button>
          </li>
        ))}
        {Array.from({ length: GALLERY_PAGE_SIZE - shown.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty slot has only its place
          <li key={`empty ${index}`} className="gallery__item gallery__item--empty soft">
            {items.length === 0 && index === 0 ? 'No media uploaded' : 'Empty slot'}
          </li>
        ))}
      </ul>
      <div className="line line--wide apart">
        <PageButton isDisabled={page === 0} onPress={() => setPage(page - 1)}>
          <ChevronLeft size={16} aria-hidden />
          Previous
        </PageButton>
        <span>
          Page {page + 1} of {pages}
        </span>
        <PageButton isDisabled={page >= pages - 1} onPress={() => setPage(page + 1)}>
          Next
          <ChevronRight size={16} aria-hidden />
        </PageButton>
      </div>
      {dialog}
    </section>
  )
}

type PageButtonProps = { isDisabled: boolean; onPress(): void; children: ReactNode }

/** Unlike Button, this counts every click of a quick series. */
function PageButton({ isDisabled, onPress, children }: PageButtonProps) {
  return (
    <button type="button" className="button" disabled={isDisabled} onClick={onPress}>
      {children}
    </button>
  )
}

function Thumbnail({ item }: { item: MediaItem }) {
  if (item.type === 'image') {
    return (
      <img
        className="gallery__picture centered soft"
        src={getMediaUrl(item)}
        alt=""
        loading="lazy"
      />
    )
  }
  return (
    <span className="gallery__picture centered soft">
      <Film size={32} aria-hidden />
    </span>
  )
}
