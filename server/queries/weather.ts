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

export async function getWeather(
  app: App,
  location?: Location,
  textLanguages: TvLanguage[] = [],
): Promise<Weather> {
  const settings = await getSettings(app)
  const place = location ?? getConfiguredLocation(settings) ?? DEFAULT_LOCATION
  const weather = await app.weatherAt(place)
  if (!weather) {
    const options = { status: 503, retryAfterSeconds: RETRY_AFTER_S } as const
    throw new DomainError('Failed to fetch weather data', options)
  }
  const [language] = chooseTvLanguages(textLanguages, settings)
  const description = translateWeather(weather.current.description, language)
  return { ...weather, current: { ...weather.current, description } }
}
