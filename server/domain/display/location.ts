/** Degrees; north and east are positive. */
export type Location = { latitude: number; longitude: number }

export const DEFAULT_LOCATION: Location = { latitude: 3.139, longitude: 101.6869 }

type Typed = Record<keyof Location, string>

export function getConfiguredLocation({ latitude, longitude }: Typed): Location | null {
  if (!latitude || !longitude) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
