import { useEffect, useRef } from 'react'
import { getMediaUrl, type MediaItem } from '#domain/media/media'
import type { Slot } from './rotation.ts'
import { Youtube } from './Youtube.tsx'

const LOAD_TIMEOUT_MS = 30_000

type SlotHandlers = {
  onReady(turn: number): void
  onFailed(turn: number): void
  onVideoEnded(turn: number): void
}
type Props = SlotHandlers & {
  slot: Slot
  isShown: boolean
  repeats: boolean
}

export function MediaSlot({ slot, isShown, repeats, ...rest }: Props) {
  const { item, turn } = slot
  const isSettled = useRef(false)
  const handlers = useRef<SlotHandlers>(rest)
  handlers.current = rest

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isSettled.current) handlers.current.onFailed(turn)
    }, LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [turn])

  const onReady = () => {
    isSettled.current = true
    handlers.current.onReady(turn)
  }
  const onError = () => {
    isSettled.current = true
    handlers.current.onFailed(turn)
  }

  return (
    <div className={`stage__slot ${isShown ? 'stage__slot--shown' : ''}`}>
      {item.type === 'image' && <ImageItem item={item} onReady={onReady} onError={onError} />}
      {item.type === 'video' && (
        <VideoItem
          item={item}
          isShown={isShown}
          repeats={repeats}
          onReady={onReady}
          onError={onError}
          onEnded={() => handlers.current.onVideoEnded(turn)}
        />
      )}
      {item.type === 'youtube' && (
        <Youtube link={item.url ?? ''} onReady={onReady} onError={onError} />
      )}
    </div>
  )
}

type ImageProps = { item: MediaItem; onReady(): void; onError(): void }

function ImageItem({ item, onReady, onError }: ImageProps) {
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
    if (element.naturalWidth === 0) onError()
    else if (typeof element.decode === 'function') element.decode().then(onReady, onError)
    else onReady()
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

type VideoProps = ImageProps & { isShown: boolean; repeats: boolean; onEnded(): void }

/** Muted: only calls may play sound. */
function VideoItem({ item, isShown, repeats, onReady, onError, onEnded }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const errorHandler = useRef(onError)
  errorHandler.current = onError

  useEffect(() => {
    const { current } = video
    if (!current || !isShown) return
    current.muted = true
    // Undefined in old engines.
    const playing = current.play() as Promise<void> | undefined
    playing?.catch(() => errorHandler.current())
    return () => current.pause()
  }, [isShown])

  // Frees the decoder.
  useEffect(() => {
    const { current } = video
    return () => {
      current?.removeAttribute('src')
      current?.load()
    }
  }, [])

  return (
    <video
      ref={video}
      className="stage__picture"
      src={getMediaUrl(item)}
      muted
      playsInline
      preload="auto"
      loop={repeats}
      onCanPlay={onReady}
      onEnded={onEnded}
      onError={onError}
    />
  )
}
