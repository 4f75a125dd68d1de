import {
  DEFAULT_LOCATION,
  getConfiguredLocation,
  type Location,
  type Weather,
} from '#domain/display/weather'
import { chooseTvLanguages, type TvLanguage } from '#domain/display/words/languages'
import { translateWeather } from '#domain/display/words/translate'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'
import { getSettings } from './settings.ts'

const RETRY_AFTER_S = 60

/** Returns the weather, with descriptions in a TV's languages. */
export async function getWeather(
  app: App,
  location?: Location,
  textLanguages: TvLanguage[] = [],
): Promise<Weather> {
  const weather = await app.weatherAt(location ?? (await getClinicLocation(app)))
  if (weather) {
    const [language] = chooseTvLanguages(textLanguages, await getSettings(app))
    const description = translateWeather(weather.current.description, language)
    return { ...weather, current: { ...weather.current, description } }
  }
  throw new DomainError('Failed to fetch weather data', {
    status: 503,
    retryAfterSeconds: RETRY_AFTER_S,
  })
}

async function getClinicLocation(app: App) {
  return getConfiguredLocation(await getSettings(app)) ?? DEFAULT_LOCATION
}
