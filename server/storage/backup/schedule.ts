import { getSecondOfDay } from '#domain/time'

const NIGHTLY_AT_HOUR = 3
const MIN_AGE_MS = 20 * 60 * 60_000
const RETRY_MS = 60 * 60_000

const HOUR_S = 60 * 60

type ScheduleInput = {
  now: string
  timeZone: string
  /** The time when the first user was created, while there is no backup. */
  newestAt: string | null
  failedAt: string | null
}

export function isNightlyDue({ now, timeZone, newestAt, failedAt }: ScheduleInput) {
  const nowMs = Date.parse(now)
  const sinceFailure = failedAt === null ? RETRY_MS : nowMs - Date.parse(failedAt)
  // The difference is negative after the clock was set back.
  if (sinceFailure >= 0 && sinceFailure < RETRY_MS) return false
  if (newestAt === null) return false
  const newest = Date.parse(newestAt)
  return newest < getLastNightlyTime(now, timeZone) && nowMs - newest >= MIN_AGE_MS
}

/** Daylight saving time is ignored. */
function getLastNightlyTime(now: string, timeZone: string) {
  const sinceThree = getSecondOfDay(now, timeZone) - NIGHTLY_AT_HOUR * HOUR_S
  const seconds = sinceThree >= 0 ? sinceThree : sinceThree + 24 * HOUR_S
  return Date.parse(now) - seconds * 1000
}
