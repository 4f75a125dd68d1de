import { useEffect, useState } from 'react'
import type { TimeZone } from '#domain/time'
import { serverNow } from '../../../data/server-clock.ts'
import { formatSeconds, wallClock } from '../../clock.ts'

export const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Returns the clinic's time. Redraws the panel at each step. */
export function useWallClock(initial: string, timeZone: TimeZone, stepMs = MINUTE_MS) {
  const [now, setNow] = useState(initial)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // Checks each second, because the clock may be set between two steps.
    function tick() {
      const at = Date.parse(serverNow())
      setNow(new Date(at - (at % stepMs)).toISOString())
      timer = setTimeout(tick, SECOND_MS - (at % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [stepMs])

  return { ...wallClock(now, timeZone), seconds: formatSeconds(now) }
}
