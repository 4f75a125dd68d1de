import { useEffect, useRef } from 'react'
import { getMediaUrl, type MediaItem } from '#domain/media/media'
import { parseYoutubeLink } from '#domain/media/youtube'
import type { RotationEvent, Slot } from './rotation.ts'

const LOAD_TIMEOUT_MS = 30_000
const SCREEN_RATIO = 16 / 9
const TOLERANCE = 0.15
/** Two pictures of at most this ratio fill a screen better than one. */
const UPRIGHT_RATIO = 0.95

type Props = {
  slot: Slot
  isShown: boolean
  repeats: boolean
  dispatch(event: RotationEvent): void
}

export function MediaSlot({ slot, isShown, repeats, dispatch }: Props) {
  const { item, companion, generation } = slot
  const isSettled = useRef(false)

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isSettled.current) dispatch({ type: 'failed', generation })
      else if (companion) dispatch({ type: 'companionReady', generation, isUpright: false })
    }, LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [generation, companion, dispatch])

  const onReady = (isUpright = false) => {
    isSettled.current = true
    dispatch({ type: 'ready', generation, isUpright })
  }
  const onError = () => {
    isSettled.current = true
    dispatch({ type: 'failed', generation })
  }
  const onCompanionReady = (isUpright: boolean) =>
    dispatch({ type: 'companionReady', generation, isUpright })

  const shownClass = isShown ? 'stage__slot--shown' : ''
  return (
    <div className={`stage__slot ${shownClass} ${companion ? 'stage__slot--pair' : ''}`}>
      {item.type === 'image' && <ImageItem item={item} onReady={onReady} onError={onError} />}
      {companion && (
        <ImageItem
          item={companion}
          onReady={onCompanionReady}
          onError={() => onCompanionReady(false)}
        />
      )}
      {item.type === 'video' && (
        <VideoItem
          item={item}
          isShown={isShown}
          repeats={repeats}
          onReady={() => onReady()}
          onError={onError}
          onEnded={() => dispatch({ type: 'videoEnded', generation })}
        />
      )}
      {item.type === 'youtube' && (
        <Youtube link={item.url ?? ''} onReady={() => onReady()} onError={onError} />
      )}
    </div>
  )
}

type ImageProps = { item: MediaItem; onReady(isUpright: boolean): void; onError(): void }

function ImageItem({ item, onReady, onError }: ImageProps) {
  const image = useRef<HTMLImageElement>(null)

  // A server-rendered image may have loaded, or failed, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    const { current } = image
    if (current?.complete) onLoaded(current)
    return () => {
      // Frees the decoded image now instead of at a later garbage collection.
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

type Shape = { width: number; height: number }

/** True if the picture nearly has a screen's shape, so that cropping its edges loses little. */
export function fillsScreen({ width, height }: Shape) {
  return Math.abs(width / height / SCREEN_RATIO - 1) <= TOLERANCE
}

export function isUpright({ width, height }: Shape) {
  return width / height <= UPRIGHT_RATIO
}

type VideoProps = {
  item: MediaItem
  isShown: boolean
  repeats: boolean
  onReady(): void
  onEnded(): void
  onError(): void
}

function VideoItem({ item, isShown, repeats, onReady, onError, onEnded }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const errorHandler = useRef(onError)
  errorHandler.current = onError

  useEffect(() => {
    const { current } = video
    if (!current || !isShown) return
    current.muted = true
    // `play` returns undefined in old engines.
    const playing = current.play() as Promise<void> | undefined
    playing?.catch(() => errorHandler.current())
    return () => current.pause()
  }, [isShown])

  // A video frees its decoder when the source is removed.
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

const HOST = 'https://www.youtube-nocookie.com'
const READY_TIMEOUT_MS = 15_000
const PING_INTERVAL_MS = 1_000

type YoutubeProps = { link: string; onReady(): void; onError(): void }

export function Youtube({ link, onReady, onError }: YoutubeProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const handlers = useRef({ onReady, onError })
  handlers.current = { onReady, onError }

  useEffect(() => {
    let isReady = false
    const pingTimer = setInterval(() => {
      frame.current?.contentWindow?.postMessage('{"event":"listening"}', HOST)
    }, PING_INTERVAL_MS)
    const readyTimer = setTimeout(() => handlers.current.onError(), READY_TIMEOUT_MS)

    function onMessage(message: MessageEvent) {
      if (message.origin !== HOST || message.source !== frame.current?.contentWindow) return
      if (isError(message.data)) return handlers.current.onError()
      if (isReady) return
      isReady = true
      clearInterval(pingTimer)
      clearTimeout(readyTimer)
      handlers.current.onReady()
    }

    addEventListener('message', onMessage)
    return () => {
      clearInterval(pingTimer)
      clearTimeout(readyTimer)
      removeEventListener('message', onMessage)
    }
  }, [])

  return (
    <iframe
      ref={frame}
      className="stage__picture"
      src={getPlayerUrl(link)}
      title="Video"
      allow="autoplay; encrypted-media"
      // The player requires a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      tabIndex={-1}
    />
  )
}

function getPlayerUrl(link: string) {
  const parsed = parseYoutubeLink(link) ?? { video: '' }
  // The player repeats a single video only if the video is also its playlist.
  const [path, list] =
    'video' in parsed
      ? [parsed.video, `playlist=${parsed.video}`]
      : ['videoseries', `list=${parsed.playlist}`]
  return `${HOST}/embed/${path}?autoplay=1&mute=1&loop=1&${list}&controls=0&playsinline=1&rel=0&enablejsapi=1`
}

function isError(data: unknown) {
  try {
    return JSON.parse(String(data)).event === 'onError'
  } catch {
    return false
  }
}
