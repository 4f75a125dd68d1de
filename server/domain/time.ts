import { pluralize } from './text.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

export const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'

/** Unfinished patients from the day before stay listed for this time after registration. */
const UNFINISHED_LISTED_FOR_MS = 12 * HOUR_MS

/** Has the server's offsets, because the tables of time zones on TVs may be years old. */
export type TimeZone = { name: string; offsets: Offset[] }

/** The clinic's clock is ahead of UTC by `minutes` from `since`, which is in minutes since 1970. */
type Offset = [since: number, minutes: number]

/** Returns the offset at a time, in ms. Before the first offset, the first offset applies. */
function getOffset(at: number, { offsets }: TimeZone) {
  let index = offsets.length - 1
  while (index > 0 && at / MINUTE_MS < (offsets[index]?.[0] ?? 0)) index--
  return Math.round((offsets[index]?.[1] ?? 0) * MINUTE_MS)
}

/** Times that pages need, because no clinic has older data and no page stays open longer. */
const PAGE_YEARS_MS = [Date.UTC(2020, 0), Date.UTC(2050, 0)] as const

export function toPageTimeZone({ name, offsets }: TimeZone): TimeZone {
  const [from, to] = PAGE_YEARS_MS
  const isNeeded = ([since]: Offset, index: number) => {
    const [until = Number.POSITIVE_INFINITY] = offsets[index + 1] ?? []
    return until * MINUTE_MS > from && since * MINUTE_MS < to
  }
  return { name, offsets: offsets.filter(isNeeded) }
}

/** Returns a date whose UTC parts are the clinic's date and time at the instant. */
function toClinicDate(instant: string, timeZone: TimeZone) {
  const at = Date.parse(instant)
  return new Date(at + getOffset(at, timeZone))
}

/** YYYY-MM-DD */
export function getClinicDay(instant: string, timeZone: TimeZone) {
  return toClinicDate(instant, timeZone).toISOString().slice(0, 10)
}

/** HH:MM:SS, 24 hours. */
export function getClinicTime(instant: string, timeZone: TimeZone) {
  return toClinicDate(instant, timeZone).toISOString().slice(11, 19)
}

/** HH:MM, 24 hours. */
export function getClinicMinute(instant: string, timeZone: TimeZone) {
  return getClinicTime(instant, timeZone).slice(0, 5)
}

/** Returns the clock time in seconds. It is not a duration, because the clocks may have changed. */
export function getSecondOfDay(instant: string, timeZone: TimeZone) {
  const [hours = 0, minutes = 0, seconds = 0] = getClinicTime(instant, timeZone)
    .split(':')
    .map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

/** Returns the first instant of a day, or of the next day if the clocks skip the whole day. */
export function getClinicDayStart(day: string, timeZone: TimeZone) {
  const utc = Date.parse(`${day}T00:00:00.000Z`)
  const offsets = [utc - DAY_MS, utc + DAY_MS].map(at => getOffset(at, timeZone))
  // The larger offset gives the earliest possible midnight, and clocks change at whole minutes.
  let at = utc - Math.max(...offsets)
  while (getClinicDay(new Date(at).toISOString(), timeZone) < day) at += MINUTE_MS
  return new Date(at).toISOString()
}

export function getSecondsLeftOfDay(instant: string, timeZone: TimeZone) {
  const nextDay = addDays(getClinicDay(instant, timeZone), 1)
  const leftMs = Date.parse(getClinicDayStart(nextDay, timeZone)) - Date.parse(instant)
  return Math.max(0, Math.floor(leftMs / 1_000))
}

/** True for an existing date from 1900 on, as YYYY-MM-DD. */
export function isDay(text: string) {
  const isDate = /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  // Some engines parse the 31st of February as a day in March.
  return isDate && addDays(text, 0) === text
}

export function addDays(day: string, count: number) {
  if (day === '') return ''
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** English names in every browser, starting with Sunday like `getUTCDay`. */
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

export function getWeekday(day: string) {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

export function getMonth(day: string) {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
}

/** Formats a clinic's day as '20 Nov'. */
export function formatShortDay(day: string) {
  return `${Number(day.slice(8))} ${getMonth(day).slice(0, 3)}`
}

/** Formats a clinic's day, or YYYY-MM, as 'Nov 2026'. */
export function formatShortMonth(day: string) {
  return `${getMonth(day).slice(0, 3)} ${day.slice(0, 4)}`
}

export function formatLongDay(day: string) {
  return `${formatShortDay(day)} ${day.slice(0, 4)}`
}

const UNITS: [name: string, ms: number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** Returns '5 min' or '1 hour': the largest unit with at least `minCount`, otherwise minutes. */
export function formatDuration(durationMs: number, minCount = 1) {
  const unit = UNITS.find(([, ms]) => durationMs >= minCount * ms)
  const [name, ms] = unit ?? ['minute', MINUTE_MS]
  return formatCount(Math.floor(durationMs / ms), name)
}

function formatCount(count: number, unit: string) {
  return unit === 'minute' ? `${count} min` : pluralize(count, unit)
}

/** Returns '4 days 21 hours' or '15 seconds': the largest unit, and the next smaller unit. */
export function formatSpan(durationMs: number) {
  const units: typeof UNITS = [...UNITS, ['second', 1_000]]
  const at = units.findIndex(([, ms]) => durationMs >= ms)
  let restMs = durationMs
  const parts = units.slice(at, at + 2).map(([name, ms]) => {
    const count = Math.floor(restMs / ms)
    restMs -= count * ms
    return count > 0 ? formatCount(count, name) : ''
  })
  return parts.join(' ').trim() || '0 seconds'
}

/** Listed patients: all from `today`, and unfinished patients since `unfinishedSince`. */
export type CurrentDays = { today: string; unfinishedSince: string }

export function getCurrentDaysAt(now: string, timeZone: TimeZone): CurrentDays {
  return {
    today: getClinicDay(now, timeZone),
    unfinishedSince: new Date(Date.parse(now) - UNFINISHED_LISTED_FOR_MS).toISOString(),
  }
}

/** Server time, ISO 8601. The server rejects a write that starts later with 408. */
export const DEADLINE_HEADER = 'X-Deadline'

export const TOO_LATE = 'The request arrived too late and was ignored.'

/** If the computer was off for more days, the program asks whether the date is right. */
const MAX_DAYS_OFF = 7
/** Normal corrections, such as by NTP or at the end of summer time, set clocks back by less. */
const MAX_SET_BACK_MS = HOUR_MS

/** `lastDay` is the day of the last clean-up, or null if there was none. */
type Input = { now: string; timeZone: TimeZone; lastDay: string | null; hasPatients: boolean }

/** True if an administrator must confirm the date before anything is deleted for its age. */
export function isDateDoubtful({ now, timeZone, lastDay, hasPatients }: Input) {
  if (lastDay === null) return false
  const soon = new Date(Date.parse(now) + MAX_SET_BACK_MS).toISOString()
  if (getClinicDay(soon, timeZone) < lastDay) return true
  return hasPatients && addDays(getClinicDay(now, timeZone), -MAX_DAYS_OFF) > lastDay
}
