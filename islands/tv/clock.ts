import { createZoneFormats, MINUTE_MS } from '#domain/time'

/** `minute` is HH:MM; weekday and month are in capitals. */
export type WallClock = {
  day: string
  weekday: string
  month: string
  year: string
  minute: string
}

let cached: { key: string; value: WallClock } | null = null

/** Formats once a minute, because it is slow on old TVs. */
export function wallClock(instant: string, timeZone: string): WallClock {
  const key = getKey(instant, timeZone)
  if (cached === null || cached.key !== key) cached = { key, value: format(instant, timeZone) }
  return cached.value
}

/** Takes the server's text: a browser's first format takes longer than hydrating the page. */
export function presetWallClock(instant: string, timeZone: string, value: WallClock) {
  cached = { key: getKey(instant, timeZone), value }
}

function getKey(instant: string, timeZone: string) {
  return `${Math.floor(Date.parse(instant) / MINUTE_MS)} ${timeZone}`
}

export function formatSeconds(instant: string) {
  const second = Math.floor(Date.parse(instant) / 1000) % 60
  return second < 10 ? `0${second}` : String(second)
}

function format(instant: string, timeZone: string): WallClock {
  const text = getFormat(timeZone).format(new Date(instant))
  const [, weekday = '', day = '', month = '', year = '', time = ''] = DATE_PATTERN.exec(text) ?? []
  // Some engines format midnight as 24:00.
  const minute = time.replace(/^24/, '00')
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, minute }
}

/** "Friday, 20 November 2026, 09:05" or "Friday 20 November 2026 at 09:05": engines differ. */
const DATE_PATTERN = /^(\w+)\W+(\d+) (\w+) (\d+)\D+(\d\d:\d\d)/

/** DATE_PATTERN parses it: creating a format is slow, and Chromium 53 lacks formatToParts. */
const getFormat = createZoneFormats('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
