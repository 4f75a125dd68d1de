import { pluralize } from './text.ts'

export const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'

/** Unfinished patients of the day before stay listed this long after their registration. */
const UNFINISHED_LISTED_FOR_MS = 12 * 60 * 60_000

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The clinic's day of an ISO instant, as YYYY-MM-DD: from local midnight to the next. */
export function getClinicDay(instant: string, timeZone: string) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(instant))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The clinic's time of day at an ISO instant, as HH:MM:SS in 24 hours. */
export function getClinicTime(instant: string, timeZone: string) {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock.format(new Date(instant))
}

/** The same as HH:MM. */
export function getClinicMinute(instant: string, timeZone: string) {
  return getClinicTime(instant, timeZone).slice(0, 5)
}

const DAY_SECONDS = 24 * 60 * 60

/** Seconds since the clinic's midnight, as its clock shows them. */
export function getSecondOfDay(instant: string, timeZone: string) {
  const [hours = 0, minutes = 0, seconds = 0] = getClinicTime(instant, timeZone)
    .split(':')
    .map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

/** Seconds until the clinic's midnight. A clock that changes in between is left out of account. */
export function getSecondsLeftOfDay(instant: string, timeZone: string) {
  return DAY_SECONDS - getSecondOfDay(instant, timeZone)
}

const UNITS: [name: string, ms: number][] = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
]

/** '5 minutes', '1 hour': in the largest unit that gives at least `minCount`, else in minutes. */
export function formatDuration(durationMs: number, minCount = 1) {
  const unit = UNITS.find(([, ms]) => durationMs >= minCount * ms)
  const [name, ms] = unit ?? ['minute', 60_000]
  return pluralize(Math.floor(durationMs / ms), name)
}

/** Who is listed: everyone of `today`, and unfinished patients registered after `unfinishedSince`. */
export type ListedRange = { today: string; unfinishedSince: string }

export function getListedRangeAt(now: string, timeZone: string): ListedRange {
  return {
    today: getClinicDay(now, timeZone),
    unfinishedSince: new Date(Date.parse(now) - UNFINISHED_LISTED_FOR_MS).toISOString(),
  }
}

/** False for a name that this runtime does not know as a time zone. */
export function isTimeZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
