const MINUTE_MS = 60_000

/** The clinic's date and time in words. `minute` is HH:MM. */
export type WallClock = {
  day: string
  weekday: string
  month: string
  year: string
  minute: string
}

let known: { key: string; shown: WallClock } | null = null

/** Formats once a minute: every zone's seconds are the world's, and formatting costs an old TV dearly. */
export function wallClock(instant: string, timeZone: string): WallClock {
  const key = `${Math.floor(Date.parse(instant) / MINUTE_MS)} ${timeZone}`
  if (known === null || known.key !== key) known = { key, shown: format(instant, timeZone) }
  return known.shown
}

export function seconds(instant: string) {
  const second = Math.floor(Date.parse(instant) / 1000) % 60
  return second < 10 ? `0${second}` : String(second)
}

/** From an instant to the clinic's next midnight, in ms; an hour off on the day that clocks are changed. */
export function msToMidnight(instant: string, timeZone: string) {
  const [hour = 0, minute = 0] = wallClock(instant, timeZone).minute.split(':').map(Number)
  const minutesLeft = 24 * 60 - (hour * 60 + minute)
  return minutesLeft * MINUTE_MS - (Date.parse(instant) % MINUTE_MS)
}

function format(instant: string, timeZone: string): WallClock {
  const said = formatFor(timeZone).format(new Date(instant))
  const [, weekday = '', day = '', month = '', year = '', time = ''] = IN_WORDS.exec(said) ?? []
  // Some engines call midnight 24.
  const minute = time.replace(/^24/, '00')
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, minute }
}

/** "Friday, 20 November 2026, 09:05" or "Friday 20 November 2026 at 09:05": engines differ in what stands between. */
const IN_WORDS = /^(\w+)\W+(\d+) (\w+) (\d+)\D+(\d\d:\d\d)/

/** One for all parts, taken apart here: making one is slow on a TV, and formatToParts is younger than the oldest. */
const PARTS: Intl.DateTimeFormatOptions = {
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
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...PARTS })
  formats.set(timeZone, format)
  return format
}
