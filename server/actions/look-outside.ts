import { clinicDay } from '#clinic/clinic-day'
import { chosenPlace, DEFAULT_PLACE, type Place } from '#clinic/place'
import { prayerChoice } from '#clinic/prayer-choice'
import type { PrayerTimes } from '#clinic/prayer-times'
import { Refusal } from '#clinic/refusal'
import type { Weather } from '#clinic/weather'
import { prayersOf } from '../outside/prayer-times.ts'
import type { Clinic } from './clinic.ts'
import { lookAtSettings } from './look.ts'

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
