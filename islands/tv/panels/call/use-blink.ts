import { type RefObject, useEffect } from 'react'
import { BLINK_TOGGLE_MS, BLINK_TOGGLES } from '../../announcements/announcement-timing.ts'

/** Repaints ten times, where a CSS animation would paint 60 times a second. */
export function useBlink(isBlinking: boolean, target: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const classes = target.current?.classList
    if (!isBlinking || !classes) return
    let toggles = 0
    const toggle = () => {
      classes.toggle('is-dim')
      if (++toggles === BLINK_TOGGLES) clearInterval(timer)
    }
    const timer = setInterval(toggle, BLINK_TOGGLE_MS)
    toggle()
    return () => {
      clearInterval(timer)
      classes.remove('is-dim')
    }
  }, [isBlinking, target])
}
