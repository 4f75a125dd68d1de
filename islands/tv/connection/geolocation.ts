import {
  DEFAULT_LOCATION,
  GEOLOCATION_TIMEOUT_MS,
  LOCATION_TIMEOUT_MS,
  type Location,
} from '#domain/display/location'
import { withTimeout } from './timeout.ts'

export type FoundLocation = { place: Location; isDefault: boolean }

/** The place that the admin chose, else where this browser is, else the default. */
export async function findLocation(known: Location | null): Promise<FoundLocation> {
  if (known) return { place: known, isDefault: false }
  const told = canGeolocate() ? await geolocate() : null
  return told ? { place: told, isDefault: false } : { place: DEFAULT_LOCATION, isDefault: true }
}

/** Browsers tell the place only over HTTPS, which a clinic's own network seldom has. */
export function canGeolocate() {
  return window.isSecureContext && 'geolocation' in navigator
}

function geolocate() {
  const told = new Promise<Location | null>(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { timeout: GEOLOCATION_TIMEOUT_MS },
    )
  })
  return withTimeout(told, LOCATION_TIMEOUT_MS).catch(() => null)
}
