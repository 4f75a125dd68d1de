import type { PrayerOptions } from '../display/prayer-times.ts'
import type { Location } from '../display/weather.ts'
import { isJakimZone } from './zone-code.ts'
import { findJakimZone } from './zone-towns.ts'

/** Returns the chosen zone, or the zone of the location; null if the method is not JAKIM. */
export function findZone(
  { method, zone }: Pick<PrayerOptions, 'method' | 'zone'>,
  place: Location,
) {
  if (method !== 'JAKIM') return null
  return isJakimZone(zone) ? zone : findJakimZone(place)
}
