import { type RefObject, useEffect } from 'react'
import { BLINK_TOGGLE_MS } from '../announcement-queue.ts'

/** Toggles the class `is-dim`: ten repaints, where a CSS animation would paint 60 times a second. */
export function useBlink(isBlinking: boolean, target: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const classes = target.current?.classList
    if (!isBlinking || !classes) return
    classes.add('is-dim')
    const timer = setInterval(() => classes.toggle('is-dim'), BLINK_TOGGLE_MS)
    return () => {
      clearInterval(timer)
      classes.remove('is-dim')
    }
  }, [isBlinking, target])
}
