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
  const at = new Date(instant)
  const [day = '', weekday = '', month = '', year = '', time = ''] = formatsFor(timeZone).map(one =>
    one.format(at),
  )
  // Some engines call midnight 24.
  const minute = time.replace(/^24/, '00')
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, minute }
}

/** One for each part: formatToParts is younger than the oldest TVs. */
const PARTS: Intl.DateTimeFormatOptions[] = [
  { day: 'numeric' },
  { weekday: 'long' },
  { month: 'long' },
  { year: 'numeric' },
  { hour: '2-digit', minute: '2-digit', hour12: false },
]

const formats = new Map<string, Intl.DateTimeFormat[]>()

function formatsFor(timeZone: string) {
  const known = formats.get(timeZone)
  const some = known ?? PARTS.map(part => new Intl.DateTimeFormat('en-GB', { timeZone, ...part }))
  formats.set(timeZone, some)
  return some
}
