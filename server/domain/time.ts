import { pluralize } from './text.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

export const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'

/** Unfinished patients of the day before stay listed this long after their registration. */
const UNFINISHED_LISTED_FOR_MS = 12 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes long. */
function getFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${options.timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

export function getClinicDay(instant: string, timeZone: string) {
  return getFormat('en-CA', { timeZone }).format(new Date(instant))
}

export function getClinicDayStart(day: string, timeZone: string) {
  const utc = new Date(`${day}T00:00:00.000Z`).getTime()
  // The offset at that time is the one an hour later or earlier, but for a change of clocks.
  const local = getSecondOfDay(new Date(utc).toISOString(), timeZone) * 1_000
  const isAhead = getClinicDay(new Date(utc).toISOString(), timeZone) >= day
  return new Date(isAhead ? utc - local : utc - local + DAY_MS).toISOString()
}

/** The browsers of old TVs ignore `timeStyle`. */
const CLOCK_OPTIONS: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
}

/** HH:MM:SS, 24 hours. */
export function getClinicTime(instant: string, timeZone: string) {
  const clock = getFormat('en-GB', { timeZone, ...CLOCK_OPTIONS })
  // Some engines format midnight as 24:00.
  return clock.format(new Date(instant)).replace(/^24/, '00')
}

/** HH:MM, 24 hours. */
export function getClinicMinute(instant: string, timeZone: string) {
  return getClinicTime(instant, timeZone).slice(0, 5)
}

const DAY_SECONDS = 24 * 60 * 60

export function getSecondOfDay(instant: string, timeZone: string) {
  const [hours = 0, minutes = 0, seconds = 0] = getClinicTime(instant, timeZone)
    .split(':')
    .map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

export function isDay(text: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function addDays(day: string, count: number) {
  if (day === '') return ''
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** '20 Nov' of a clinic's day. */
export function formatShortDay(day: string) {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString('en-GB', options)
}

/** Ignores a change to or from daylight saving time before midnight. */
export function getSecondsLeftOfDay(instant: string, timeZone: string) {
  return DAY_SECONDS - getSecondOfDay(instant, timeZone)
}

const UNITS: [name: string, ms: number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** '5 minutes', '1 hour': in the largest unit that gives at least `minCount`, else in minutes. */
export function formatDuration(durationMs: number, minCount = 1) {
  const unit = UNITS.find(([, ms]) => durationMs >= minCount * ms)
  const [name, ms] = unit ?? ['minute', MINUTE_MS]
  return pluralize(Math.floor(durationMs / ms), name)
}

/** All patients of `today`, and unfinished ones registered after `unfinishedSince`. */
export type CurrentDays = { today: string; unfinishedSince: string }

export function getCurrentDaysAt(now: string, timeZone: string): CurrentDays {
  return {
    today: getClinicDay(now, timeZone),
    unfinishedSince: new Date(Date.parse(now) - UNFINISHED_LISTED_FOR_MS).toISOString(),
  }
}

export function isTimeZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
