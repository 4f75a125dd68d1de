export const MIN_STOPS = 2
export const MAX_STOPS = 10
export const DIRECTIONS = [0, 45, 90, 135, 180, 225, 270, 315] as const
export type Direction = (typeof DIRECTIONS)[number]

const NEW_STOP_COLOR = '#3b82f6'
const NEW_STOP_DISTANCE = 20

/** `position` in percent, 0-100; `color` as #rrggbb. */
export type Stop = { color: string; position: number }
export type Gradient = { direction: Direction; stops: Stop[] }

const SHAPE = /^linear-gradient\( *(0|[1-9]\d{0,2})deg *,(.+)\)$/i
const STOP = /^ *(#[0-9a-f]{6}) +(\d{1,3})% *$/i

export function isColor(text: string) {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Parses the output of `formatGradient`, in any case and with any spaces; otherwise null. */
export function parseGradient(css: string): Gradient | null {
  const [, degrees, stopList] = SHAPE.exec(css.trim()) ?? []
  const direction = DIRECTIONS.find(option => option === Number(degrees))
  if (direction === undefined || stopList === undefined) return null

  const stops = stopList.split(',').map(parseStop)
  const areValid = stops.every(stop => stop !== null)
  return areValid && stops.length >= MIN_STOPS && stops.length <= MAX_STOPS
    ? { direction, stops }
    : null
}

function parseStop(text: string): Stop | null {
  const [, color, percent] = STOP.exec(text) ?? []
  const position = Number(percent)
  return color === undefined || position > 100 ? null : { color: color.toLowerCase(), position }
}

export function formatGradient({ direction, stops }: Gradient) {
  const list = stops.map(({ color, position }) => `${color} ${position}%`)
  return `linear-gradient(${direction}deg, ${list.join(', ')})`
}

export function withNewStop(stops: Stop[]): Stop[] {
  if (stops.length >= MAX_STOPS) return stops
  const last = stops.length === 0 ? null : Math.max(...stops.map(stop => stop.position))
  const position = last === null ? 50 : Math.min(100, last + NEW_STOP_DISTANCE)
  return [...stops, { color: NEW_STOP_COLOR, position }]
}

export function withoutStop<S extends Stop>(stops: S[], index: number): S[] {
  return stops.length > MIN_STOPS ? stops.filter((_, stopIndex) => stopIndex !== index) : stops
}

/** The key of the setting with a group's color. One key is older than the pattern. */
export type ColorKey<Group extends string> = Group extends 'marqueeText'
  ? 'marqueeColor'
  : `${Group}Color`

/** Separate from the schema, which is large and uses syntax too new for the TV's bundle. */
export function getColorKey<Group extends string>(group: Group) {
  // Safe: the expression builds exactly these keys.
  return (group === 'marqueeText' ? 'marqueeColor' : `${group}Color`) as ColorKey<Group>
}
