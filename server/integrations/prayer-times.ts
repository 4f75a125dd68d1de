import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  Madhab,
  Rounding,
  PrayerTimes as Sky,
} from 'adhan'
import type { Location } from '#domain/display/location'
import type { PrayerOptions } from '#domain/display/prayer-times'
import {
  getPrayerName,
  PRAYER_KEYS,
  type Prayer,
  type PrayerMethod,
} from '#domain/display/prayer-times'
import { getClinicMinute } from '#domain/time'

type PrayerInput = { day: string; place: Location; timeZone: string; choice: PrayerOptions }

/**
 * The five prayers of the clinic's day (YYYY-MM-DD), in the clinic's time. Empty where the sun does not
 * rise or set on that day: beyond the polar circles the authorities disagree, and the clinic must not guess.
 */
export function calculatePrayers({ day, place, timeZone, choice }: PrayerInput): Prayer[] {
  const at = new Coordinates(place.latitude, place.longitude)
  const sky = new Sky(at, getNoon(day), getParameters(choice, at))
  if (PRAYER_KEYS.some(key => Number.isNaN(sky[key].getTime()))) return []

  return PRAYER_KEYS.map(key => ({
    key,
    name: getPrayerName(key, choice.method),
    time: getClinicMinute(sky[key].toISOString(), timeZone),
  }))
}

/** The library reads the date as the process's own local one. */
function getNoon(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function getParameters({ method, asr, offsets }: PrayerOptions, at: Coordinates) {
  const chosen = getMethodParameters(method)
  chosen.madhab = asr === 'hanafi' ? Madhab.Hanafi : Madhab.Shafi
  chosen.highLatitudeRule = HighLatitudeRule.recommended(at)
  chosen.adjustments = { sunrise: 0, ...offsets }
  return chosen
}

function getMethodParameters(method: PrayerMethod) {
  return method === 'JAKIM' ? jakim() : CalculationMethod[method]()
}

/**
 * JAKIM: 18 degrees for dawn and night since the end of 2019. Its tables round up to the whole minute and
 * hold precaution minutes (ihtiyati), and a zone is computed for its western edge. One minute, two at noon,
 * gives the table of Kuala Lumpur for the city's centre (tests/outside compares); elsewhere the offsets help.
 */
function jakim() {
  const jakim = new CalculationParameters('Other', 18, 18)
  jakim.rounding = Rounding.Up
  jakim.methodAdjustments = { fajr: 1, sunrise: 0, dhuhr: 2, asr: 1, maghrib: 1, isha: 1 }
  return jakim
}
