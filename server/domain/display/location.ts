import type { Settings } from '../settings/settings.ts'

/** In degrees; north and east are positive. */
export type Location = { latitude: number; longitude: number }

/** Kuala Lumpur: the last resort where nobody chose a place and the browser may not tell. */
export const DEFAULT_LOCATION: Location = { latitude: 3.139, longitude: 101.6869 }

/** A browser's own answer is waited for this long, and everything around it a little longer. */
export const GEOLOCATION_TIMEOUT_MS = 4_000
export const LOCATION_TIMEOUT_MS = 5_000

/** The place that the admin entered, or null. */
export function getConfiguredLocation({ latitude, longitude }: Settings): Location | null {
  if (!latitude || !longitude) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
