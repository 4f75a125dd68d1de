import type { Settings } from '../settings-record.ts'

/** Degrees; north and east are positive. */
export type Location = { latitude: number; longitude: number }

export const DEFAULT_LOCATION: Location = { latitude: 3.139, longitude: 101.6869 }

export function getConfiguredLocation({ latitude, longitude }: Settings): Location | null {
  if (!latitude || !longitude) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
