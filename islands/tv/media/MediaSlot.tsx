import { useEffect, useRef } from 'react'
import { getMediaUrl, type MediaItem } from '#domain/media/media'
import type { Slot } from './rotation.ts'
import { Youtube } from './Youtube.tsx'

/** What has not come by then is left out for now. */
const LOAD_TIMEOUT_MS = 30_000

type SlotHandlers = {
  onReady(turn: number): void
  onFailed(turn: number): void
  onFilmOver(turn: number): void
}
type Props = SlotHandlers & {
  slot: Slot
  isShown: boolean
  /** The only one there is begins again at its end. */
  repeats: boolean
}

/** One picture or film; made ready out of sight, then faded in over the one before. */
export function MediaSlot({ slot, isShown, repeats, onReady, onFailed, onFilmOver }: Props) {
  const { item, turn } = slot
  const isSettled = useRef(false)
  const hear = useRef({ onReady, onFailed, onFilmOver })
  hear.current = { onReady, onFailed, onFilmOver }

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isSettled.current) hear.current.onFailed(turn)
    }, LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [turn])

  const isReady = () => {
    isSettled.current = true
    hear.current.onReady(turn)
  }
  const isBroken = () => {
    isSettled.current = true
    hear.current.onFailed(turn)
  }

  return (
    <div className={`stage__slot ${isShown ? 'stage__slot--shown' : ''}`}>
      {item.type === 'image' && <ImageItem item={item} onReady={isReady} onBroken={isBroken} />}
      {item.type === 'video' && (
        <VideoItem
          item={item}
          isShown={isShown}
          repeats={repeats}
          onReady={isReady}
          onBroken={isBroken}
          onOver={() => hear.current.onFilmOver(turn)}
        />
      )}
      {item.type === 'youtube' && (
        <Youtube link={item.url ?? ''} onReady={isReady} onRefused={isBroken} />
      )}
    </div>
  )
}

type ImageProps = { item: MediaItem; onReady(): void; onBroken(): void }

function ImageItem({ item, onReady, onBroken }: ImageProps) {
  const image = useRef<HTMLImageElement>(null)

  // The server drew it: it may have come, or failed, before anybody listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first look
  useEffect(() => {
    const { current } = image
    if (current?.complete) decoded(current)
    return () => {
      // Lets the decoded picture go now and not at some collection later.
      if (current) current.removeAttribute('src')
    }
  }, [])

  function decoded(loaded: HTMLImageElement) {
    if (loaded.naturalWidth === 0) onBroken()
    else if (typeof loaded.decode === 'function') loaded.decode().then(onReady, onBroken)
    else onReady()
  }

  return (
    <img
      ref={image}
      className="stage__picture"
      src={getMediaUrl(item)}
      alt=""
      onLoad={event => decoded(event.currentTarget)}
      onError={onBroken}
    />
  )
}

type VideoProps = ImageProps & { isShown: boolean; repeats: boolean; onOver(): void }

/** Silent: the waiting room hears calls, not films. */
function VideoItem({ item, isShown, repeats, onReady, onBroken, onOver }: VideoProps) {
  const film = useRef<HTMLVideoElement>(null)
  const refuse = useRef(onBroken)
  refuse.current = onBroken

  useEffect(() => {
    const { current } = film
    if (!current || !isShown) return
    current.muted = true
    const playing = current.play() as Promise<void> | undefined
    playing?.catch(() => refuse.current())
    return () => current.pause()
  }, [isShown])

  // Released when it leaves.
  useEffect(() => {
    const { current } = film
    return () => {
      current?.removeAttribute('src')
      current?.load()
    }
  }, [])

  return (
    <video
      ref={film}
      className="stage__picture"
      src={getMediaUrl(item)}
      muted
      playsInline
      preload="auto"
      loop={repeats}
      onCanPlay={onReady}
      onEnded={onOver}
      onError={onBroken}
    />
  )
}
