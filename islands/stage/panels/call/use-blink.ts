import { useEffect, useState } from 'react'
import { BLINK_TOGGLE_MS, BLINK_TOGGLES } from '../../announcements/announcement-queue.ts'

/** Returns the classes of a blinking element. Repaints ten times; CSS would 60 times a second. */
export function useBlink(isBlinking: boolean) {
  const [toggles, setToggles] = useState(0)

  useEffect(() => {
    if (!isBlinking) return
    setToggles(1)
    const timer = setInterval(() => setToggles(count => count + 1), BLINK_TOGGLE_MS)
    return () => {
      clearInterval(timer)
      setToggles(0)
    }
  }, [isBlinking])

  const isDim = toggles < BLINK_TOGGLES && toggles % 2 === 1
  return `${isBlinking ? 'blinks' : ''} ${isDim ? 'is-dim' : ''}`
}
