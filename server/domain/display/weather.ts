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

type Conditions = { icon: WeatherIcon; description: string }

/** WMO 4677 codes as Open-Meteo uses them, with the icon by day. */
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
