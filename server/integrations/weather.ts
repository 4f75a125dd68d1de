import { z } from 'zod'
import type { Location, Weather, WeatherIcon } from '#domain/display/weather'
import type { Log } from '../observability/log.ts'

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

const FIELDS = 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,is_day'

class WeatherError extends Error {}

async function fetchOpenMeteo(base: string, { latitude, longitude }: Location, timeoutMs: number) {
  const url = new URL(base)
  url.searchParams.set('latitude', String(latitude))
  url.searchParams.set('longitude', String(longitude))
  url.searchParams.set('current', FIELDS)
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new WeatherError(`status ${response.status}`)
  return parseForecast(await response.json())
}

const unit = z.string().max(10)

/** The forecast's times are in UTC. */
const forecast = z.object({
  current: z.object({
    time: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number(),
    weather_code: z.number(),
    wind_speed_10m: z.number(),
    is_day: z.union([z.literal(0), z.literal(1)]),
  }),
  current_units: z.object({
    temperature_2m: unit,
    relative_humidity_2m: unit,
    wind_speed_10m: unit,
  }),
})

function parseForecast(body: unknown): Weather {
  const { data } = forecast.safeParse(body)
  const conditions = data && getConditions(data.current.weather_code, data.current.is_day === 1)
  const measuredAt = Date.parse(`${data?.current.time}:00Z`)
  if (!conditions || Number.isNaN(measuredAt)) throw new WeatherError('response is not a forecast')

  const { current, current_units: units } = data
  return {
    current: {
      ...conditions,
      temperature: current.temperature_2m,
      humidity: current.relative_humidity_2m,
      windSpeed: current.wind_speed_10m,
    },
    units: {
      temperature: units.temperature_2m,
      humidity: units.relative_humidity_2m,
      windSpeed: units.wind_speed_10m,
    },
    asOf: new Date(measuredAt).toISOString(),
  }
}

type Conditions = { icon: WeatherIcon; description: string }

/** WMO 4677 codes, with the icon by day. */
const CONDITIONS_BY_CODE: Record<number, [WeatherIcon, string]> = {
  0: ['sun', 'Clear sky'],
  1: ['sun', 'Mainly clear'],
  2: ['cloud-sun', 'Partly cloudy'],
  3: ['cloud', 'Overcast'],
  45: ['fog', 'Fog'],
  48: ['fog', 'Freezing fog'],
  51: ['drizzle', 'Light drizzle'],
  53: ['drizzle', 'Drizzle'],
  55: ['drizzle', 'Heavy drizzle'],
  56: ['drizzle', 'Light freezing drizzle'],
  57: ['drizzle', 'Freezing drizzle'],
  61: ['rain', 'Light rain'],
  63: ['rain', 'Rain'],
  65: ['rain', 'Heavy rain'],
  66: ['rain', 'Light freezing rain'],
  67: ['rain', 'Freezing rain'],
  71: ['snow', 'Light snow'],
  73: ['snow', 'Snow'],
  75: ['snow', 'Heavy snow'],
  77: ['snow', 'Snow grains'],
  80: ['rain', 'Light showers'],
  81: ['rain', 'Showers'],
  82: ['rain', 'Heavy showers'],
  85: ['snow', 'Light snow showers'],
  86: ['snow', 'Snow showers'],
  95: ['storm', 'Thunderstorm'],
  96: ['storm', 'Thunderstorm with hail'],
  99: ['storm', 'Thunderstorm with heavy hail'],
}

const NIGHT_ICONS: Partial<Record<WeatherIcon, WeatherIcon>> = {
  sun: 'moon',
  'cloud-sun': 'cloud-moon',
}

export function getConditions(code: number, isDay: boolean): Conditions | null {
  const conditions = CONDITIONS_BY_CODE[code]
  if (!conditions) return null
  const [icon, description] = conditions
  return { icon: isDay ? icon : (NIGHT_ICONS[icon] ?? icon), description }
}
