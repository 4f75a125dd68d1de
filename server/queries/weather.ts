import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/location'
import type { Weather } from '#domain/display/weather'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'
import { getSettings } from './settings.ts'

const RETRY_AFTER_S = 60

export async function getWeather(app: App, location?: Location): Promise<Weather> {
  const weather = await app.weatherAt(location ?? (await getClinicLocation(app)))
  if (weather) return weather
  throw new DomainError('Failed to fetch weather data', {
    status: 503,
    retryAfterSeconds: RETRY_AFTER_S,
  })
}

async function getClinicLocation(app: App) {
  return getConfiguredLocation(await getSettings(app)) ?? DEFAULT_LOCATION
}
