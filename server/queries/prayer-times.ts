import {
  getPrayerName,
  getPrayerOptions,
  PRAYER_KEYS,
  type PrayerMinutes,
  type PrayerOptions,
  type PrayerTimes,
} from '#domain/display/prayer-times'
import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/weather'
import { findZone } from '#domain/prayers/zones'
import { getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'
import type { App } from '../context.ts'
import { calculateZoneTimes, JAKIM_UTC_OFFSET_HOURS } from '../integrations/jakim/zone-times.ts'
import { calculatePrayers } from '../integrations/prayer-times.ts'
import { getSettings } from './settings.ts'

export async function getPrayerTimes(app: App, location?: Location): Promise<PrayerTimes> {
  const { timeZone } = app.config
  const settings = await getSettings(app)
  const place = location ?? getConfiguredLocation(settings) ?? DEFAULT_LOCATION
  const options = getPrayerOptions(settings)
  const day = getClinicDay(app.now(), timeZone)
  const zone = findZone(options, place)
  if (zone === null) {
    return { prayerTimes: calculatePrayers({ day, location: place, timeZone, options }) }
  }
  const asr = options.asr === 'hanafi' ? 'hanafi' : 'shafi'
  const minutes = calculateZoneTimes(zone, day, asr)
  return { prayerTimes: minutes ? toPrayers(minutes, day, options, timeZone) : [] }
}

function toPrayers(
  minutes: PrayerMinutes,
  day: string,
  { method, offsets }: PrayerOptions,
  timeZone: TimeZone,
) {
  return PRAYER_KEYS.map(key => {
    const inMalaysia = minutes[key] + offsets[key] - JAKIM_UTC_OFFSET_HOURS * 60
    const at = new Date(Date.parse(day) + inMalaysia * 60_000).toISOString()
    return { key, name: getPrayerName(key, method), time: getClinicMinute(at, timeZone) }
  })
}
