import { addDays, getClinicDay, getSecondOfDay, type TimeZone } from '#domain/time'

const NIGHTLY_AT_HOUR = 3
const MIN_AGE_MS = 20 * 60 * 60_000
const RETRY_MS = 60 * 60_000

const HOUR_S = 60 * 60

type ScheduleInput = {
  now: string
  timeZone: TimeZone
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
  const ageMs = nowMs - Date.parse(newestAt)
  // A negative age means that the clock was ahead at the last backup, or is behind now.
  if (ageMs < 0) return true
  if (ageMs < MIN_AGE_MS) return false
  return getNightlyDay(newestAt, timeZone) < getNightlyDay(now, timeZone)
}

/** Returns the day that lasts from three o'clock to three o'clock, by the clinic's clock. */
function getNightlyDay(instant: string, timeZone: TimeZone) {
  const day = getClinicDay(instant, timeZone)
  const isBeforeThree = getSecondOfDay(instant, timeZone) < NIGHTLY_AT_HOUR * HOUR_S
  return isBeforeThree ? addDays(day, -1) : day
}
