import { useEffect, useState } from 'react'
import { serverNow } from '../../../data/server-clock.ts'
import { formatSeconds, wallClock } from '../../clock.ts'

const SECOND_MS = 1_000

export function useWallClock(initial: string, timeZone: string) {
  const [now, setNow] = useState(initial)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const now = serverNow()
      setNow(now)
      timer = setTimeout(tick, SECOND_MS - (Date.parse(now) % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])

  return { ...wallClock(now, timeZone), seconds: formatSeconds(now) }
}
