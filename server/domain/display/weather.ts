/** Same order as the icons in the sprite. */
export const WEATHER_ICONS = [
  'sun',
  'moon',
  'cloud-sun',
  'cloud-moon',
  'cloud',
  'fog',
  'drizzle',
  'rain',
  'snow',
  'storm',
] as const
export type WeatherIcon = (typeof WEATHER_ICONS)[number]

/** `asOf` is the time of the measurement, ISO 8601 in UTC. */
export type Weather = {
  current: {
    icon: WeatherIcon
    temperature: number
    description: string
    humidity: number
    windSpeed: number
  }
  units: { temperature: string; humidity: string; windSpeed: string }
  asOf: string
}

/** Degrees; north and east are positive. */
export type Location = { latitude: number; longitude: number }

export const DEFAULT_LOCATION: Location = { latitude: 3.139, longitude: 101.6869 }

type Typed = Record<keyof Location, string>

export function getConfiguredLocation({ latitude, longitude }: Typed): Location | null {
  if (!latitude || !longitude) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
