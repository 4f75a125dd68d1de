import type { Location } from '../display/location.ts'
import type { PrayerOptions } from '../display/prayer-times.ts'
import type { PrayerDay, PrayerMinutes } from './prayer-day.ts'
import { isJakimZone } from './zone-code.ts'
import { findJakimZone } from './zone-towns.ts'

/** The chosen zone, or that of the location; null if the times are not JAKIM's. */
export function findZone(
  { method, zone }: Pick<PrayerOptions, 'method' | 'zone'>,
  place: Location,
) {
  if (method !== 'JAKIM') return null
  return isJakimZone(zone) ? zone : findJakimZone(place)
}

/** Calculated times are within a minute of JAKIM's; a neighboring zone's may be as near as that. */
const MAX_MINUTES_APART = 3

/** Whether most of the days have the Maghrib that is calculated for the zone. */
export function isOfZone(days: PrayerDay[], calculate: (date: string) => PrayerMinutes | null) {
  const near = days.filter(({ date, maghrib }) => {
    const calculated = calculate(date)
    return calculated === null || Math.abs(calculated.maghrib - maghrib) <= MAX_MINUTES_APART
  })
  return near.length > days.length / 2
}
