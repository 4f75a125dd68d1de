import { z } from 'zod'
import type { Location, Weather, WeatherIcon } from '#domain/display/weather'

const FIELDS = 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,is_day'

export class WeatherError extends Error {}

export async function fetchOpenMeteo(
  base: string,
  { latitude, longitude }: Location,
  timeoutMs: number,
) {
  const url = new URL(base)
  url.searchParams.set('latitude', String(latitude))
  url.searchParams.set('longitude', String(longitude))
  url.searchParams.set('current', FIELDS)
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new WeatherError(`status ${response.status}`)
  return parseForecast(await response.json())
}

const unit = z.string().max(10)

/** Its times are in UTC. */
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

/** These are WMO 4677 codes, with the icon by day. */
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
