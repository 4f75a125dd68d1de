/** Their order is that of the pictures. */
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
