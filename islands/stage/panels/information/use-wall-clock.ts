import { useEffect, useState } from 'react'
import { getClinicDay, getClinicMinute, getMonth, getWeekday, type TimeZone } from '#domain/time'
import { serverNow } from '../../../data/server-clock.ts'

export const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

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

  return readClock(now, timeZone)
}

/** `minute` is HH:MM. Weekday and month are in capitals. `instant`: ISO 8601. */
export function readClock(instant: string, timeZone: TimeZone) {
  const today = getClinicDay(instant, timeZone)
  return {
    day: String(Number(today.slice(8))),
    weekday: getWeekday(today).toUpperCase(),
    month: getMonth(today).toUpperCase(),
    year: today.slice(0, 4),
    minute: getClinicMinute(instant, timeZone),
    seconds: instant.slice(17, 19),
  }
}
