export const MIN_STOPS = 2
export const MAX_STOPS = 10
export const DIRECTIONS = [0, 45, 90, 135, 180, 225, 270, 315] as const
export type Direction = (typeof DIRECTIONS)[number]

const NEW_STOP_COLOR = '#3b82f6'
const NEW_STOP_DISTANCE = 20

/** `position` in percent, 0-100; `colour` as #rrggbb. */
export type Stop = { colour: string; position: number }
export type Gradient = { direction: Direction; stops: Stop[] }

const SHAPE = /^linear-gradient\( *(0|[1-9]\d{0,2})deg *,(.+)\)$/i
const STOP = /^ *(#[0-9a-f]{6}) +(\d{1,3})% *$/i

export function isColor(text: string) {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Reads the one form that the picker makes; anything else is null and never reaches a style. */
export function parseGradient(css: string): Gradient | null {
  const [, degrees, list] = SHAPE.exec(css.trim()) ?? []
  const direction = DIRECTIONS.find(known => known === Number(degrees))
  if (direction === undefined || list === undefined) return null

  const stops = list.split(',').map(parseStop)
  const isComplete = stops.every(stop => stop !== null)
  return isComplete && stops.length >= MIN_STOPS && stops.length <= MAX_STOPS
    ? { direction, stops }
    : null
}

function parseStop(text: string): Stop | null {
  const [, colour, percent] = STOP.exec(text) ?? []
  const position = Number(percent)
  return colour === undefined || position > 100 ? null : { colour: colour.toLowerCase(), position }
}

export function formatGradient({ direction, stops }: Gradient) {
  const list = stops.map(({ colour, position }) => `${colour} ${position}%`)
  return `linear-gradient(${direction}deg, ${list.join(', ')})`
}

/** Blue, a step behind the last stop, 50 where there is none. Full at ten. */
export function withNewStop(stops: Stop[]): Stop[] {
  if (stops.length >= MAX_STOPS) return stops
  const last = stops.length === 0 ? null : Math.max(...stops.map(stop => stop.position))
  const position = last === null ? 50 : Math.min(100, last + NEW_STOP_DISTANCE)
  return [...stops, { colour: NEW_STOP_COLOR, position }]
}

export function withoutStop<S extends Stop>(stops: S[], index: number): S[] {
  return stops.length > MIN_STOPS ? stops.filter((_, at) => at !== index) : stops
}
