import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  Madhab,
  PrayerTimes,
  Rounding,
} from 'adhan'
import {
  getPrayerName,
  PRAYER_KEYS,
  type Prayer,
  type PrayerMethod,
  type PrayerOptions,
} from '#domain/display/prayer-times'
import type { Location } from '#domain/display/weather'
import { getClinicMinute, type TimeZone } from '#domain/time'

type PrayerInput = { day: string; location: Location; timeZone: TimeZone; options: PrayerOptions }

/** Minutes after Maghrib in Ramadan by Umm al-Qura. Other months have 90. */
const RAMADAN_ISHA_MINUTES = 120
const RAMADAN = '9'
/** Created on first use, because creating it takes 9 ms even if no TV shows prayer times. */
let hijriMonth: Intl.DateTimeFormat | undefined

/** `day` is YYYY-MM-DD. Empty if the sun does not rise or set, because authorities disagree. */
export function calculatePrayers({ day, location, timeZone, options }: PrayerInput): Prayer[] {
  const coordinates = new Coordinates(location.latitude, location.longitude)
  const times = new PrayerTimes(coordinates, getNoon(day), getParameters(options, coordinates, day))
  if (PRAYER_KEYS.some(key => Number.isNaN(times[key].getTime()))) return []

  return PRAYER_KEYS.map(key => ({
    key,
    name: getPrayerName(key, options.method),
    time: getClinicMinute(times[key].toISOString(), timeZone),
  }))
}

function isRamadan(day: string) {
  hijriMonth ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    timeZone: 'UTC',
  })
  return hijriMonth.format(new Date(`${day}T12:00:00Z`)) === RAMADAN
}

/** adhan reads the date in the process's local time zone. */
export function getNoon(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function getParameters(
  { method, asr, offsets }: PrayerOptions,
  coordinates: Coordinates,
  day: string,
) {
  const parameters = getMethodParameters(method)
  if (method === 'UmmAlQura' && isRamadan(day)) parameters.ishaInterval = RAMADAN_ISHA_MINUTES
  parameters.madhab = asr === 'hanafi' ? Madhab.Hanafi : Madhab.Shafi
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates)
  parameters.adjustments = { sunrise: 0, ...offsets }
  return parameters
}

function getMethodParameters(method: PrayerMethod) {
  return method === 'JAKIM' ? getJakimParameters() : CalculationMethod[method]()
}

/** With these minutes the times match JAKIM's table for the center of Kuala Lumpur. */
function getJakimParameters() {
  const jakim = new CalculationParameters('Other', 18, 18)
  jakim.rounding = Rounding.Up
  jakim.methodAdjustments = { fajr: 1, sunrise: 0, dhuhr: 2, asr: 1, maghrib: 1, isha: 1 }
  return jakim
}
