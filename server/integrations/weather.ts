import type { Location, Weather } from '#domain/display/weather'
import type { Log } from '../observability/log.ts'
import { fetchOpenMeteo, WeatherError } from './open-meteo.ts'

const DEFAULT_URL = 'https://api.open-meteo.com/v1/forecast'

const TIMEOUT_MS = 5_000
const FRESH_MS = 15 * 60_000
const RETRY_MS = 60_000
const MAX_AGE_MS = 6 * 60 * 60_000
const MAX_LOCATIONS = 50

type Options = { url?: string | undefined; now: () => string; log: Log; timeoutMs?: number }

type CacheEntry = {
  last: { weather: Weather; fetchedAt: number } | null
  failedAt: number | null
  pending: Promise<void> | null
}

export function createWeatherCache({
  url = DEFAULT_URL,
  now,
  log,
  timeoutMs = TIMEOUT_MS,
}: Options) {
  const cache = new Map<string, CacheEntry>()
  const nowMs = () => Date.parse(now())
  let isFailing = false

  return async function weatherAt(location: Location): Promise<Weather | null> {
    const rounded = roundLocation(location)
    const entry = getOrCreateEntry(`${rounded.latitude} ${rounded.longitude}`)
    if (isDue(entry, nowMs())) entry.pending ??= refresh(entry, rounded)
    await entry.pending
    return isUsable(entry.last, nowMs()) ? entry.last.weather : null
  }

  function getOrCreateEntry(key: string) {
    const entry = cache.get(key) ?? { last: null, failedAt: null, pending: null }
    cache.set(key, entry)
    const [oldest] = cache.keys()
    if (cache.size > MAX_LOCATIONS && oldest !== undefined) cache.delete(oldest)
    return entry
  }

  async function refresh(entry: CacheEntry, location: Location) {
    try {
      const weather = await fetchOpenMeteo(url, location, timeoutMs)
      entry.last = { weather, fetchedAt: nowMs() }
      entry.failedAt = null
      if (isFailing) log('info', 'weather update recovered')
      isFailing = false
    } catch (cause) {
      entry.failedAt = nowMs()
      if (!isFailing) log('warn', 'weather update failed', { reason: getReason(cause) })
      isFailing = true
    } finally {
      entry.pending = null
    }
  }
}

/** A hundredth of a degree, about a kilometre, is precise enough and reveals no address. */
function roundLocation({ latitude, longitude }: Location): Location {
  const round = (degrees: number) => Math.round(degrees * 100) / 100 || 0
  return { latitude: round(latitude), longitude: round(longitude) }
}

/** A time in the future means that the clock was set back. */
function isDue({ last, failedAt }: CacheEntry, now: number) {
  if (failedAt !== null) return Math.abs(now - failedAt) >= RETRY_MS
  return last === null || Math.abs(now - last.fetchedAt) >= FRESH_MS
}

/** Counts the age from our own fetch, because a wrong clock must not hide the weather. */
function isUsable(last: CacheEntry['last'], now: number): last is NonNullable<CacheEntry['last']> {
  return last !== null && now - last.fetchedAt <= MAX_AGE_MS
}

/** Other messages may hold the URL, and with it the location. */
function getReason(cause: unknown) {
  if (cause instanceof WeatherError) return cause.message
  return cause instanceof Error ? cause.name : typeof cause
}

export async function getDemoWeather(): Promise<Weather> {
  return {
    current: {
      icon: 'cloud-sun',
      temperature: 31,
      description: 'Partly cloudy',
      humidity: 70,
      windSpeed: 8,
    },
    units: { temperature: '°C', humidity: '%', windSpeed: 'km/h' },
    asOf: new Date().toISOString(),
  }
}
