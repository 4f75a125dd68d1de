import { ChevronLeft, ChevronRight, Film, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { clampPage, GALLERY_PAGE_SIZE, getMediaUrl, type MediaItem } from '#domain/media/media'
import { ConfirmButton } from '../../ui/buttons/ConfirmButton.tsx'
import '../../ui/buttons/Button.css'

type Props = { items: MediaItem[]; onDelete(item: MediaItem): void }

export function Gallery({ items, onDelete }: Props) {
  const [requestedPage, setPage] = useState(0)
  const page = clampPage(requestedPage, items.length)
  const pages = Math.max(1, Math.ceil(items.length / GALLERY_PAGE_SIZE))
  const shown = items.slice(page * GALLERY_PAGE_SIZE, (page + 1) * GALLERY_PAGE_SIZE)
  return (
    <section className="gallery" aria-label="Media gallery">
      <ul className="gallery__items">
        {shown.map(item => (
          <li key={item.id} className="gallery__item" data-tooltip={item.name}>
            <Thumbnail item={item} />
            <p id={`media-${item.id}`} className="gallery__name ellipsis">
              {item.name}
            </p>
            <ConfirmButton
              label="Delete"
              icon={<Trash2 size={16} aria-hidden />}
              describedBy={`media-${item.id}`}
              onConfirm={() => onDelete(item)}
            />
          </li>
        ))}
        {Array.from({ length: GALLERY_PAGE_SIZE - shown.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is nothing but its place
          <li key={`empty ${index}`} className="gallery__item gallery__item--empty soft">
            {items.length === 0 && index === 0 ? 'No media uploaded' : 'Empty slot'}
          </li>
        ))}
      </ul>
      <div className="gallery__pages">
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
    </section>
  )
}

type PageButtonProps = { isDisabled: boolean; onPress(): void; children: ReactNode }

/** Unlike Button it counts every click of a quick series. */
function PageButton({ isDisabled, onPress, children }: PageButtonProps) {
  return (
    <button type="button" className="button" disabled={isDisabled} onClick={onPress}>
      {children}
    </button>
  )
}

function Thumbnail({ item }: { item: MediaItem }) {
  if (item.type === 'image') {
    return <img className="gallery__picture soft" src={getMediaUrl(item)} alt="" loading="lazy" />
  }
  return (
    <span className="gallery__picture soft">
      <Film size={32} aria-hidden />
    </span>
  )
}
