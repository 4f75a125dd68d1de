import type { Location } from '#domain/display/location'
import type { Weather } from '#domain/display/weather'
import type { Log } from '../observability/log.ts'
import { fetchOpenMeteo, WeatherError } from './open-meteo.ts'

export const DEFAULT_WEATHER_URL = 'https://api.open-meteo.com/v1/forecast'

const TIMEOUT_MS = 5_000
const FRESH_MS = 15 * 60_000
const RETRY_MS = 60_000
const MAX_AGE_MS = 6 * 60 * 60_000
const MAX_LOCATIONS = 50

type Options = { url: string; now: () => string; log: Log; givesUpAfterMs?: number }

/** What is known of a place; instants in ms. */
type CacheEntry = {
  last: { weather: Weather; heardAt: number } | null
  failedAt: number | null
  underWay: Promise<void> | null
}

/**
 * Weather by place, asked for when somebody wants it and then kept 15 minutes. In an outage the last one is
 * told for six hours; its `asOf` says how old it is.
 */
export function createWeatherCache({ url, now, log, givesUpAfterMs = TIMEOUT_MS }: Options) {
  const places = new Map<string, CacheEntry>()
  const instant = () => Date.parse(now())
  let isFailing = false

  return async function weatherAt(place: Location): Promise<Weather | null> {
    const about = roundLocation(place)
    const known = recall(`${about.latitude} ${about.longitude}`)
    if (isDue(known, instant())) known.underWay ??= refresh(known, about)
    await known.underWay
    return isUsable(known.last, instant()) ? known.last.weather : null
  }

  function recall(name: string) {
    const known = places.get(name) ?? { last: null, failedAt: null, underWay: null }
    places.set(name, known)
    const [oldest] = places.keys()
    if (places.size > MAX_LOCATIONS && oldest !== undefined) places.delete(oldest)
    return known
  }

  async function refresh(known: CacheEntry, place: Location) {
    try {
      const weather = await fetchOpenMeteo(url, place, givesUpAfterMs)
      known.last = { weather, heardAt: instant() }
      known.failedAt = null
      if (isFailing) log('info', 'the weather is back')
      isFailing = false
    } catch (cause) {
      known.failedAt = instant()
      if (!isFailing) log('warn', 'no weather to be had', { reason: getReason(cause) })
      isFailing = true
    } finally {
      known.underWay = null
    }
  }
}

/** To a hundredth of a degree, about a kilometre: near enough, and nobody's address. */
function roundLocation({ latitude, longitude }: Location): Location {
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100 || 0
  return { latitude: hundredth(latitude), longitude: hundredth(longitude) }
}

/** Whatever is of the future was heard before the clock was set back. */
function isDue({ last, failedAt }: CacheEntry, at: number) {
  if (failedAt !== null) return Math.abs(at - failedAt) >= RETRY_MS
  return last === null || Math.abs(at - last.heardAt) >= FRESH_MS
}

/** Measured by this machine's clock from when it was heard: a wrong clock must not hide the weather. */
function isUsable(last: CacheEntry['last'], at: number): last is NonNullable<CacheEntry['last']> {
  return last !== null && at - last.heardAt <= MAX_AGE_MS
}

/** Never the message of a foreign error: it may hold the address, and with it the place. */
function getReason(cause: unknown) {
  if (cause instanceof WeatherError) return cause.message
  return cause instanceof Error ? cause.name : typeof cause
}
