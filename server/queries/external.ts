import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/location'
import type { PrayerTimes } from '#domain/display/prayer-times'
import { getPrayerOptions } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { DomainError } from '#domain/errors'
import { getClinicDay } from '#domain/time'
import type { App } from '../context.ts'
import { calculatePrayers } from '../integrations/prayer-times.ts'
import { getSettings } from './settings.ts'

const RETRY_AFTER_S = 60

/** Today's; `location` defaults to the clinic's. */
export async function getPrayerTimes(app: App, location?: Location): Promise<PrayerTimes> {
  const { now, config } = app
  const settings = await getSettings(app)
  const prayerTimes = calculatePrayers({
    day: getClinicDay(now(), config.timeZone),
    location: location ?? getConfiguredLocation(settings) ?? DEFAULT_LOCATION,
    timeZone: config.timeZone,
    options: getPrayerOptions(settings),
  })
  return { prayerTimes }
}

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
