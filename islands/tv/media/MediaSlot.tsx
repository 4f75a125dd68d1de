import { useEffect, useRef } from 'react'
import { getMediaUrl, type MediaItem } from '#domain/media/media'
import { ImageItem } from './ImageItem.tsx'
import type { RotationEvent, Slot } from './rotation.ts'
import { Youtube } from './Youtube.tsx'

const LOAD_TIMEOUT_MS = 30_000

type Props = {
  slot: Slot
  isShown: boolean
  repeats: boolean
  dispatch(event: RotationEvent): void
}

export function MediaSlot({ slot, isShown, repeats, dispatch }: Props) {
  const { item, beside, turn } = slot
  const isSettled = useRef(false)

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isSettled.current) dispatch({ type: 'failed', turn })
      else if (beside) dispatch({ type: 'besideReady', turn, isUpright: false })
    }, LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [turn, beside, dispatch])

  const onReady = (isUpright = false) => {
    isSettled.current = true
    dispatch({ type: 'ready', turn, isUpright })
  }
  const onError = () => {
    isSettled.current = true
    dispatch({ type: 'failed', turn })
  }
  const onBesideReady = (isUpright: boolean) => dispatch({ type: 'besideReady', turn, isUpright })

  const shownClass = isShown ? 'stage__slot--shown' : ''
  return (
    <div className={`stage__slot ${shownClass} ${beside ? 'stage__slot--pair' : ''}`}>
      {item.type === 'image' && <ImageItem item={item} onReady={onReady} onError={onError} />}
      {beside && (
        <ImageItem item={beside} onReady={onBesideReady} onError={() => onBesideReady(false)} />
      )}
      {item.type === 'video' && (
        <VideoItem
          item={item}
          isShown={isShown}
          repeats={repeats}
          onReady={() => onReady()}
          onError={onError}
          onEnded={() => dispatch({ type: 'videoEnded', turn })}
        />
      )}
      {item.type === 'youtube' && (
        <Youtube link={item.url ?? ''} onReady={() => onReady()} onError={onError} />
      )}
    </div>
  )
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
    // Old engines return undefined.
    const playing = current.play() as Promise<void> | undefined
    playing?.catch(() => errorHandler.current())
    return () => current.pause()
  }, [isShown])

  // The video frees the decoder without its source.
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
