import { getSecondOfDay } from '#domain/time'

const NIGHTLY_AT_HOUR = 3
const MIN_AGE_MS = 20 * 60 * 60_000
const RETRY_MS = 60 * 60_000

const HOUR_S = 60 * 60

type ScheduleInput = {
  now: string
  timeZone: string
  /** When the newest backup was made; without one, when the clinic's data began. */
  newestAt: string | null
  failedAt: string | null
}

/** Whether the nightly backup is to be made now: from 03:00 on, or when the machine is on again. */
export function isNightlyDue({ now, timeZone, newestAt, failedAt }: ScheduleInput) {
  const at = Date.parse(now)
  if (failedAt !== null && at - Date.parse(failedAt) < RETRY_MS) return false
  if (newestAt === null) return false
  const newest = Date.parse(newestAt)
  return newest < getLastNightlyTime(now, timeZone) && at - newest >= MIN_AGE_MS
}

/** The latest 03:00. A clock that was changed in between is left out of account. */
function getLastNightlyTime(now: string, timeZone: string) {
  const sinceThree = getSecondOfDay(now, timeZone) - NIGHTLY_AT_HOUR * HOUR_S
  const seconds = sinceThree >= 0 ? sinceThree : sinceThree + 24 * HOUR_S
  return Date.parse(now) - seconds * 1000
}
