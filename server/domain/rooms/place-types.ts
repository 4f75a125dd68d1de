/** The kinds of rooms that the voice has words for. */
export const PLACE_TYPES = [
  'room',
  'counter',
  'consultation',
  'treatment',
  'dispensary',
  'x-ray',
  'lab',
  'registration',
] as const
export type PlaceType = (typeof PLACE_TYPES)[number]
