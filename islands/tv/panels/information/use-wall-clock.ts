import { type RefObject, useEffect, useState } from 'react'
import { serverNow } from '../../../data/server-clock.ts'
import { formatSeconds, type WallClock, wallClock } from '../../clock.ts'

const SECOND_MS = 1_000

export function useWallClock(
  initial: string,
  timeZone: string,
  secondsText?: RefObject<HTMLElement | null>,
): WallClock {
  const [clock, setClock] = useState(() => wallClock(initial, timeZone))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const now = serverNow()
      setClock(wallClock(now, timeZone))
      const text = secondsText?.current?.firstChild
      if (text) text.nodeValue = `:${formatSeconds(now)}`
      timer = setTimeout(tick, SECOND_MS - (Date.parse(now) % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [timeZone, secondsText])

  return clock
}
