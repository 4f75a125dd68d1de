import { memo, useEffect, useRef, useState } from 'react'
import { FADE_MS, type MediaItem } from '#domain/media/media'
import { MediaSlot } from './MediaSlot.tsx'
import type { Slot } from './rotation.ts'
import { useRotation } from './use-rotation.ts'
import { Youtube } from './Youtube.tsx'
import './MediaPanel.css'

type Props = {
  items: MediaItem[]
  /** A YouTube link to be shown instead, or ''. */
  youtube: string
}

const YOUTUBE_RETRY_MS = 5 * 60_000

/** The waiting room's pictures and films. While and where YouTube cannot play, the own ones are shown. */
export const MediaPanel = memo(function MediaPanel({ items, youtube }: Props) {
  const [player, setPlayer] = useState<'waiting' | 'plays' | 'refused'>('waiting')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another link begins anew
  useEffect(() => setPlayer('waiting'), [youtube])
  useEffect(() => {
    if (player !== 'refused') return
    const timer = setTimeout(() => setPlayer('waiting'), YOUTUBE_RETRY_MS)
    return () => clearTimeout(timer)
  }, [player])

  const plays = youtube !== '' && player === 'plays'
  const isFirstWait = youtube !== '' && player === 'waiting' && items.length === 0
  return (
    <div className="stage__media">
      {!plays && !isFirstWait && <RotatingMedia items={items} />}
      {youtube !== '' && player !== 'refused' && (
        <div className={`stage__slot ${plays ? 'stage__slot--shown' : ''}`}>
          <Youtube
            key={youtube}
            link={youtube}
            onReady={() => setPlayer('plays')}
            onRefused={() => setPlayer('refused')}
          />
        </div>
      )}
    </div>
  )
})

function RotatingMedia({ items }: { items: MediaItem[] }) {
  const { rotation, ...hear } = useRotation(items)
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
      {...hear}
    />
  ))
}

/** The slot that was shown before stays under the new one until that has faded in, and is then let go. */
function useLeavingSlot(shown: Slot | null) {
  const before = useRef(shown)
  const [leaving, setLeaving] = useState<Slot | null>(null)

  useEffect(() => {
    const old = before.current
    before.current = shown
    if (old === shown) return
    // Null too: what left before may be waiting for a timer that has just been stopped.
    setLeaving(old)
    if (old === null) return
    const timer = setTimeout(() => setLeaving(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [shown])

  // In the very drawing that changes the picture the old one must not be missing for a moment.
  const isChanging = before.current !== shown && before.current !== null
  return isChanging ? before.current : leaving
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
