import { type RefObject, useEffect } from 'react'
import { BLINK_TOGGLE_MS } from '../announcement-queue.ts'

/**
 * Dims and lights what `place` holds by its class `is-dim`, which nobody else writes. Ten changes without drawing
 * anything anew; an animation draws sixty pictures a second for the same.
 */
export function useBlink(isBlinking: boolean, place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const classes = place.current?.classList
    if (!isBlinking || !classes) return
    classes.add('is-dim')
    const timer = setInterval(() => classes.toggle('is-dim'), BLINK_TOGGLE_MS)
    return () => {
      clearInterval(timer)
      classes.remove('is-dim')
    }
  }, [isBlinking, place])
}
