import { pluralize } from './text.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

export const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'

/** Unfinished patients of the day before stay listed this long after their registration. */
const UNFINISHED_LISTED_FOR_MS = 12 * HOUR_MS

/** Formats by time zone: making one takes long. */
export function createZoneFormats(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return function getFormat(timeZone: string) {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

const getDayFormat = createZoneFormats('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** YYYY-MM-DD, which no locale has in every browser: that of Canada changed twice. */
export function getClinicDay(instant: string, timeZone: string) {
  return getDayFormat(timeZone).format(new Date(instant)).split('/').reverse().join('-')
}

/** The browsers of old TVs ignore `timeStyle`. */
const getClockFormat = createZoneFormats('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** HH:MM:SS, 24 hours. */
export function getClinicTime(instant: string, timeZone: string) {
  // Some engines format midnight as 24:00.
  return getClockFormat(timeZone).format(new Date(instant)).replace(/^24/, '00')
}

/** HH:MM, 24 hours. */
export function getClinicMinute(instant: string, timeZone: string) {
  return getClinicTime(instant, timeZone).slice(0, 5)
}

/** By the clinic's clock. It is no duration: clocks may have changed since midnight. */
export function getSecondOfDay(instant: string, timeZone: string) {
  const [hours = 0, minutes = 0, seconds = 0] = getClinicTime(instant, timeZone)
    .split(':')
    .map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

/**
 * The first instant of a clinic's day, or of the next day if clocks skip it. Clocks may skip
 * midnight, or repeat it.
 */
export function getClinicDayStart(day: string, timeZone: string) {
  const utc = Date.parse(`${day}T00:00:00.000Z`)
  const offsets = [utc - DAY_MS, utc + DAY_MS].map(at => getOffset(at, timeZone))
  // No midnight is earlier than by the larger offset, and clocks change at whole minutes.
  let at = utc - Math.max(...offsets)
  while (getClinicDay(new Date(at).toISOString(), timeZone) < day) at += MINUTE_MS
  return new Date(at).toISOString()
}

/** What the clinic's clock is ahead of UTC, in ms. */
function getOffset(at: number, timeZone: string) {
  const instant = new Date(at).toISOString()
  const [year = 0, month = 1, date = 1] = getClinicDay(instant, timeZone).split('-').map(Number)
  return Date.UTC(year, month - 1, date) + getSecondOfDay(instant, timeZone) * 1_000 - at
}

/** Whole seconds until the clinic's next day. */
export function getSecondsLeftOfDay(instant: string, timeZone: string) {
  const nextDay = addDays(getClinicDay(instant, timeZone), 1)
  const leftMs = Date.parse(getClinicDayStart(nextDay, timeZone)) - Date.parse(instant)
  return Math.max(0, Math.floor(leftMs / 1_000))
}

/** A date that exists, as YYYY-MM-DD, from 1900 on. */
export function isDay(text: string) {
  const isDate = /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  // Some engines take the 31st of February for a day in March.
  return isDate && addDays(text, 0) === text
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

/** '20 Nov 2026' of a clinic's day. */
export function formatLongDay(day: string) {
  return `${formatShortDay(day)} ${day.slice(0, 4)}`
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
