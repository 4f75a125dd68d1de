import {
  DEFAULT_PLACE,
  GEOLOCATION_GIVES_UP_AFTER_MS,
  PLACE_IS_WAITED_FOR_MS,
  type Place,
} from '#domain/display/location'
import { withinTime } from './timeout.ts'

export type Found = { place: Place; isDefault: boolean }

/** The place that the admin chose, else where this browser is, else the default. */
export async function findPlace(known: Place | null): Promise<Found> {
  if (known) return { place: known, isDefault: false }
  const told = mayLocate() ? await tellPlace() : null
  return told ? { place: told, isDefault: false } : { place: DEFAULT_PLACE, isDefault: true }
}

/** Browsers tell the place only over HTTPS, which a clinic's own network seldom has. */
export function mayLocate() {
  return window.isSecureContext && 'geolocation' in navigator
}

function tellPlace() {
  const told = new Promise<Place | null>(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { timeout: GEOLOCATION_GIVES_UP_AFTER_MS },
    )
  })
  return withinTime(told, PLACE_IS_WAITED_FOR_MS).catch(() => null)
}
