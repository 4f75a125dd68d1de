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

function format(instant: string, timeZone: string): WallClock {
  const found: Record<string, string> = {}
  for (const { type, value } of formatFor(timeZone).formatToParts(new Date(instant))) {
    found[type] = value
  }
  const { day = '', weekday = '', month = '', year = '', hour = '', minute = '' } = found
  // Some engines call midnight 24.
  const time = `${hour === '24' ? '00' : hour}:${minute}`
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, minute: time }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string) {
  const format = formats.get(timeZone) ?? newFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

function newFormat(timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    weekday: 'long',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
