import { useEffect, useRef } from 'react'
import { getMediaUrl, type MediaItem } from '#domain/media/media'

type Shape = { width: number; height: number }

const SCREEN_RATIO = 16 / 9
const TOLERANCE = 0.15
/** Two of these fill a screen better than one. */
const UPRIGHT_RATIO = 0.95

type Props = { item: MediaItem; onReady(isUpright: boolean): void; onError(): void }

export function ImageItem({ item, onReady, onError }: Props) {
  const image = useRef<HTMLImageElement>(null)

  // A server-rendered image may have loaded, or failed, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    const { current } = image
    if (current?.complete) onLoaded(current)
    return () => {
      // Frees the decoded image now instead of at some garbage collection.
      if (current) current.removeAttribute('src')
    }
  }, [])

  function onLoaded(element: HTMLImageElement) {
    const shape = { width: element.naturalWidth, height: element.naturalHeight }
    if (shape.width === 0) return onError()
    if (fillsScreen(shape)) element.style.objectFit = 'cover'
    const onDecoded = () => onReady(isUpright(shape))
    if (typeof element.decode === 'function') element.decode().then(onDecoded, onError)
    else onDecoded()
  }

  return (
    <img
      ref={image}
      className="stage__picture"
      src={getMediaUrl(item)}
      alt=""
      onLoad={event => onLoaded(event.currentTarget)}
      onError={onError}
    />
  )
}

/** A picture nearly as wide as a screen loses little where its edges are cut off. */
export function fillsScreen({ width, height }: Shape) {
  return Math.abs(width / height / SCREEN_RATIO - 1) <= TOLERANCE
}

export function isUpright({ width, height }: Shape) {
  return width / height <= UPRIGHT_RATIO
}
