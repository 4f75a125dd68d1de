import { useEffect, useReducer, useRef } from 'react'
import type { MediaItem } from '#domain/media/media'
import {
  advance,
  CHECK_INTERVAL_MS,
  isElapsed,
  isListed,
  markBesideReady,
  markFailed,
  markReady,
  prepareNext,
  ROTATION_INTERVAL_MS,
  type Rotation,
  startRotation,
} from './rotation.ts'

const MAX_VIDEO_MS = 10 * 60_000

export function useRotation(items: MediaItem[]) {
  const rotation = useRef<Rotation>(startRotation(items))
  const shownAt = useRef(0)
  const hasVideoEnded = useRef(false)
  const latestItems = useRef(items)
  latestItems.current = items
  const [, rerender] = useReducer((count: number) => count + 1, 0)

  function update(next: Rotation) {
    const previous = rotation.current
    if (next === previous) return
    if (next.shown !== previous.shown) {
      shownAt.current = Date.now()
      hasVideoEnded.current = false
    }
    rotation.current = next
    rerender()
  }

  function isDue({ shown }: Rotation) {
    if (!shown || hasVideoEnded.current || !isListed(shown, latestItems.current)) return true
    const durationMs = shown.item.type === 'image' ? ROTATION_INTERVAL_MS : MAX_VIDEO_MS
    return isElapsed(Date.now() - shownAt.current, durationMs)
  }

  const check = useRef(() => {})
  check.current = () => {
    const prepared = prepareNext(rotation.current, latestItems.current, Date.now())
    update(isDue(prepared) ? advance(prepared) : prepared)
  }

  useEffect(() => {
    shownAt.current = Date.now()
    const timer = setInterval(() => check.current(), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks when the list changes
  useEffect(() => check.current(), [items])

  return {
    rotation: rotation.current,
    onReady: (turn: number, isUpright: boolean) => {
      update(markReady(rotation.current, turn, isUpright, latestItems.current, Date.now()))
      if (rotation.current.shown === null) check.current()
    },
    onBesideReady: (turn: number, isUpright: boolean) => {
      update(markBesideReady(rotation.current, turn, isUpright))
      if (rotation.current.shown === null) check.current()
    },
    onFailed: (turn: number) => {
      update(markFailed(rotation.current, turn, Date.now()))
      check.current()
    },
    onVideoEnded: (turn: number) => {
      if (rotation.current.shown?.turn !== turn) return
      hasVideoEnded.current = true
      check.current()
    },
  }
}
