import { useEffect, useReducer, useRef } from 'react'
import { FADE_MS, type MediaItem, ROTATION_INTERVAL_MS } from '#domain/media/media'
import {
  advance,
  CHECK_INTERVAL_MS,
  isElapsed,
  markFailed,
  markReady,
  prepareNext,
  type Rotation,
  startRotation,
} from './rotation.ts'

/** A film is shown to its end, but a stalled one does not hold the picture for ever. */
const MAX_VIDEO_MS = 10 * 60_000

/** Rotates the waiting room's pictures: one shown, one made ready behind it, the one before fading. */
export function useRotation(items: MediaItem[]) {
  const rotation = useRef<Rotation>(startRotation(items))
  const shownAt = useRef(0)
  const isFilmOver = useRef(false)
  const list = useRef(items)
  list.current = items
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  function become(next: Rotation) {
    const before = rotation.current
    if (next === before) return
    if (next.shown !== before.shown) {
      shownAt.current = Date.now()
      isFilmOver.current = false
    }
    rotation.current = next
    redraw()
  }

  function isDue({ shown }: Rotation) {
    const isThere = list.current.some(item => item.id === shown?.item.id)
    if (!shown || !isThere || isFilmOver.current) return true
    const lasts = shown.item.type === 'image' ? ROTATION_INTERVAL_MS : MAX_VIDEO_MS
    return isElapsed(Date.now() - shownAt.current, lasts)
  }

  const look = useRef(() => {})
  look.current = () => {
    const prepared = prepareNext(rotation.current, list.current, Date.now())
    become(isDue(prepared) ? advance(prepared) : prepared)
  }

  useEffect(() => {
    shownAt.current = Date.now()
    const timer = setInterval(() => look.current(), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at once when the list became another one
  useEffect(() => look.current(), [items])

  return {
    rotation: rotation.current,
    fadesForMs: FADE_MS,
    onReady: (turn: number) => {
      become(markReady(rotation.current, turn))
      if (rotation.current.shown === null) look.current()
    },
    onFailed: (turn: number) => {
      become(markFailed(rotation.current, turn, Date.now()))
      look.current()
    },
    onFilmOver: (turn: number) => {
      if (rotation.current.shown?.turn !== turn) return
      isFilmOver.current = true
      look.current()
    },
  }
}
