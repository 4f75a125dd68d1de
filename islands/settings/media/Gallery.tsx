import { ChevronLeft, ChevronRight, Film, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { clampPage, GALLERY_PAGE_SIZE, getMediaUrl, type MediaItem } from '#domain/media/media'
import { Button } from '../../ui/buttons/Button.tsx'
import { useConfirm } from '../../ui/confirm/ConfirmDialog.tsx'

type Props = { items: MediaItem[]; onDelete(item: MediaItem): void }

export function Gallery({ items, onDelete }: Props) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is nothing but its place
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
