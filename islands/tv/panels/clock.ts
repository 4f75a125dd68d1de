const MINUTE_MS = 60_000

/** The clinic's date and time in words. `minute` is HH:MM. */
export type WallClock = {
  day: string
  weekday: string
  month: string
  year: string
  minute: string
}

let lastFormatted: { key: string; shown: WallClock } | null = null

/** Formats once a minute: every zone's seconds are the world's, and formatting costs an old TV dearly. */
export function wallClock(instant: string, timeZone: string): WallClock {
  const key = `${Math.floor(Date.parse(instant) / MINUTE_MS)} ${timeZone}`
  if (lastFormatted === null || lastFormatted.key !== key)
    lastFormatted = { key, shown: format(instant, timeZone) }
  return lastFormatted.shown
}

export function formatSeconds(instant: string) {
  const second = Math.floor(Date.parse(instant) / 1000) % 60
  return second < 10 ? `0${second}` : String(second)
}

/** From an instant to the clinic's next midnight, in ms; an hour off on the day that clocks are changed. */
export function getMsToMidnight(instant: string, timeZone: string) {
  const [hour = 0, minute = 0] = wallClock(instant, timeZone).minute.split(':').map(Number)
  const minutesLeft = 24 * 60 - (hour * 60 + minute)
  return minutesLeft * MINUTE_MS - (Date.parse(instant) % MINUTE_MS)
}

function format(instant: string, timeZone: string): WallClock {
  const said = formatFor(timeZone).format(new Date(instant))
  const [, weekday = '', day = '', month = '', year = '', time = ''] = DATE_PATTERN.exec(said) ?? []
  // Some engines call midnight 24.
  const minute = time.replace(/^24/, '00')
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, minute }
}

/** "Friday, 20 November 2026, 09:05" or "Friday 20 November 2026 at 09:05": engines differ in what stands between. */
const DATE_PATTERN = /^(\w+)\W+(\d+) (\w+) (\d+)\D+(\d\d:\d\d)/

/** One for all parts, taken apart here: making one is slow on a TV, and formatToParts is younger than the oldest. */
const FORMAT_OPTIONS: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string) {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...FORMAT_OPTIONS })
  formats.set(timeZone, format)
  return format
}
