import { memo, useEffect, useRef, useState } from 'react'
import { FADE_MS, type MediaItem } from '#domain/media/media'
import { MediaSlot } from './MediaSlot.tsx'
import type { Slot } from './rotation.ts'
import { useRotation } from './use-rotation.ts'
import { Youtube } from './Youtube.tsx'
import './MediaPanel.css'

type Props = {
  items: MediaItem[]
  youtube: string
}

const YOUTUBE_RETRY_MS = 5 * 60_000

export const MediaPanel = memo(function MediaPanel({ items, youtube }: Props) {
  const [player, setPlayer] = useState<'loading' | 'playing' | 'failed'>('loading')

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another link
  useEffect(() => setPlayer('loading'), [youtube])
  useEffect(() => {
    if (player !== 'failed') return
    const timer = setTimeout(() => setPlayer('loading'), YOUTUBE_RETRY_MS)
    return () => clearTimeout(timer)
  }, [player])

  const isPlaying = youtube !== '' && player === 'playing'
  const isFirstLoad = youtube !== '' && player === 'loading' && items.length === 0
  return (
    <div className="stage__media">
      {!isPlaying && !isFirstLoad && <RotatingMedia items={items} />}
      {youtube !== '' && player !== 'failed' && (
        <div className={`stage__slot ${isPlaying ? 'stage__slot--shown' : ''}`}>
          <Youtube
            key={youtube}
            link={youtube}
            onReady={() => setPlayer('playing')}
            onError={() => setPlayer('failed')}
          />
        </div>
      )}
    </div>
  )
})

function RotatingMedia({ items }: { items: MediaItem[] }) {
  const { rotation, ...handlers } = useRotation(items)
  const { shown, next } = rotation
  const leaving = useLeavingSlot(shown)
  const slots = [leaving, shown, next].filter(slot => slot !== null)
  if (slots.length === 0) return <NoDisplay />
  return slots.map(slot => (
    <MediaSlot
      key={slot.turn}
      slot={slot}
      isShown={slot !== next}
      repeats={slot === shown && next === null && leaving === null}
      {...handlers}
    />
  ))
}

function useLeavingSlot(shown: Slot | null) {
  const previous = useRef(shown)
  const [leaving, setLeaving] = useState<Slot | null>(null)

  useEffect(() => {
    const before = previous.current
    previous.current = shown
    if (before === shown) return
    // Also when null: the cleanup has just stopped the timer of an earlier slot.
    setLeaving(before)
    if (before === null) return
    const timer = setTimeout(() => setLeaving(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [shown])

  // The render that changes the slot comes before the effect, and must show the previous one too.
  const isChanging = previous.current !== shown && previous.current !== null
  return isChanging ? previous.current : leaving
}

function NoDisplay() {
  return (
    <div className="stage__media-empty">
      <svg viewBox="0 0 24 24" width="112" height="112" aria-hidden="true">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M16 9h.01"
        />
      </svg>
      <p className="stage__no-display">NO DISPLAY</p>
      <p>No media uploaded</p>
    </div>
  )
}
