import { DEFAULT_LOCATION, type Location } from '#domain/display/location'
import { withTimeout } from './timeout.ts'

/** The browser's own limit; LOCATION_TIMEOUT_MS covers browsers that ignore it. */
const GEOLOCATION_TIMEOUT_MS = 4_000
const LOCATION_TIMEOUT_MS = 5_000

export type FoundLocation = { location: Location; isDefault: boolean }

export async function findLocation(configured: Location | null): Promise<FoundLocation> {
  const location = configured ?? (canGeolocate() ? await geolocate() : null)
  return location ? { location, isDefault: false } : { location: DEFAULT_LOCATION, isDefault: true }
}

/** Browsers require HTTPS for it. */
export function canGeolocate() {
  return window.isSecureContext && 'geolocation' in navigator
}

function geolocate() {
  const position = new Promise<Location | null>(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { timeout: GEOLOCATION_TIMEOUT_MS },
    )
  })
  return withTimeout(position, LOCATION_TIMEOUT_MS).catch(() => null)
}
