import { Image } from 'lucide-react'
import { type MediaItem, mediaUrl } from '#clinic/media'

/** The waiting room's pictures. */
export function MediaPanel({ items }: { items: MediaItem[] }) {
  const shown = items.find(item => item.type === 'image')
  if (shown) return <img className="stage__media" src={mediaUrl(shown)} alt="" />
  return (
    <div className="stage__media stage__media--empty">
      <Image size={120} strokeWidth={1} aria-hidden />
      <p className="stage__no-display">NO DISPLAY</p>
      <p>No media uploaded</p>
    </div>
  )
}
