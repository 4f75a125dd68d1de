import { secondsOfDay } from '#domain/time'

const NIGHTLY_AT_HOUR = 3
const YOUNG_MS = 20 * 60 * 60_000
const TRIED_AGAIN_AFTER_MS = 60 * 60_000

const HOUR_S = 60 * 60

type Night = {
  now: string
  timeZone: string
  /** When the newest backup was made; without one, when the clinic's data began. */
  newestAt: string | null
  failedAt: string | null
}

/** Whether the nightly backup is to be made now: from 03:00 on, or when the machine is on again. */
export function nightlyIsDue({ now, timeZone, newestAt, failedAt }: Night) {
  const at = Date.parse(now)
  if (failedAt !== null && at - Date.parse(failedAt) < TRIED_AGAIN_AFTER_MS) return false
  if (newestAt === null) return false
  const newest = Date.parse(newestAt)
  return newest < lastNight(now, timeZone) && at - newest >= YOUNG_MS
}

/** The latest 03:00. A clock that was changed in between is left out of account. */
function lastNight(now: string, timeZone: string) {
  const sinceThree = secondsOfDay(now, timeZone) - NIGHTLY_AT_HOUR * HOUR_S
  const seconds = sinceThree >= 0 ? sinceThree : sinceThree + 24 * HOUR_S
  return Date.parse(now) - seconds * 1000
}
