import { chosenPlace, DEFAULT_PLACE, type Place } from '#domain/display/location'
import { prayerChoice } from '#domain/display/prayer-choice'
import type { PrayerTimes } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { Refusal } from '#domain/errors'
import { clinicDay } from '#domain/time'
import type { Clinic } from '../context.ts'
import { prayersOf } from '../integrations/prayer-times.ts'
import { lookAtSettings } from './queue.ts'

const ASK_AGAIN_AFTER_SECONDS = 60

/** Today's prayers at a place; without one, at the clinic's. */
export async function lookAtPrayerTimes(clinic: Clinic, place?: Place): Promise<PrayerTimes> {
  const { now, timeZone } = clinic
  const settings = await lookAtSettings(clinic)
  const prayerTimes = prayersOf({
    day: clinicDay(now(), timeZone),
    place: place ?? chosenPlace(settings) ?? DEFAULT_PLACE,
    timeZone,
    choice: prayerChoice(settings),
  })
  return { prayerTimes }
}

/** The weather at a place; without one, at the clinic's. */
export async function lookAtWeather(clinic: Clinic, place?: Place): Promise<Weather> {
  const weather = await clinic.weatherAt(place ?? (await clinicPlace(clinic)))
  if (weather) return weather
  throw new Refusal('Failed to fetch weather data', {
    status: 503,
    retryAfterSeconds: ASK_AGAIN_AFTER_SECONDS,
  })
}

async function clinicPlace(clinic: Clinic) {
  return chosenPlace(await lookAtSettings(clinic)) ?? DEFAULT_PLACE
}
