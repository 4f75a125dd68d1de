import { CalculationParameters, Coordinates, PrayerTimes, Rounding } from 'adhan'
import { PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'

const ANGLE = 18
/** Malaysia's clocks, without daylight saving time. */
export const JAKIM_UTC_OFFSET_HOURS = 8

type Place = { day: string; latitude: number; longitude: number; madhab: 'shafi' | 'hanafi' }

/** Returns seconds after midnight in Malaysia, without rounding or a safety margin. */
export function getSunSeconds({ day, latitude, longitude, madhab }: Place) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const parameters = new CalculationParameters('Other', ANGLE, ANGLE)
  parameters.rounding = Rounding.None
  parameters.madhab = madhab
  // adhan reads the date in the process's local time zone.
  const noon = new Date(year, month - 1, date, 12)
  const times = new PrayerTimes(new Coordinates(latitude, longitude), noon, parameters)
  const midnight = Date.UTC(year, month - 1, date, -JAKIM_UTC_OFFSET_HOURS)
  const seconds = PRAYER_KEYS.map(key => [key, (times[key].getTime() - midnight) / 1000])
  return Object.fromEntries(seconds) as Record<PrayerKey, number> // made of PRAYER_KEYS
}
