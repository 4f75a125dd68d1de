import { type Gradient, isColor, parseGradient } from '#domain/settings/gradient'

const SHAPE = /^(?:background(?:-image)? ?: ?)?linear-gradient ?\((.+)\) ?;?$/i
const STOP = /^(#[0-9a-f]{3}(?:[0-9a-f]{3})?)(?: (\d{1,3}(?:\.\d+)?)%?)?$/i
const DEGREES = /^(-?\d{1,3})deg$/i
/** Default direction of CSS gradients, which is to the bottom. */
const DEFAULT_DEGREES = 180
const SIDES = new Map([
  ['to top', 0],
  ['to top right', 45],
  ['to right top', 45],
  ['to right', 90],
  ['to bottom right', 135],
  ['to right bottom', 135],
  ['to bottom', 180],
  ['to bottom left', 225],
  ['to left bottom', 225],
  ['to left', 270],
  ['to top left', 315],
  ['to left top', 315],
])

/** Parses typed CSS, or returns null. Stops without a position are spread as in CSS. */
export function readTypedGradient(text: string): Gradient | null {
  const [, inside] = SHAPE.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  if (inside === undefined) return null
  const [first = '', ...rest] = inside.split(',').map(part => part.trim())
  const degrees = readDegrees(first)
  const stops = (degrees === null ? [first, ...rest] : rest).map(readStop)
  if (!stops.every(stop => stop !== null)) return null
  // `parseGradient` rejects degrees that the picker does not offer.
  const css = `linear-gradient(${degrees ?? DEFAULT_DEGREES}deg, ${spread(stops).join(', ')})`
  return parseGradient(css)
}

export function readTypedColor(text: string) {
  const color = text.trim().toLowerCase()
  const long = /^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : color
  return isColor(long) ? long : null
}

function readDegrees(part: string) {
  const [, degrees] = DEGREES.exec(part) ?? []
  if (degrees !== undefined) return (Number(degrees) + 360) % 360
  return SIDES.get(part.toLowerCase()) ?? null
}

type TypedStop = { color: string; position: number | null }

function readStop(part: string): TypedStop | null {
  const [, typed = '', percent] = STOP.exec(part) ?? []
  const color = readTypedColor(typed)
  if (color === null) return null
  return { color, position: percent === undefined ? null : Math.round(Number(percent)) }
}

function spread(stops: TypedStop[]) {
  const last = stops.length - 1
  const known = stops.map(({ position }, index) => {
    return position ?? (index === 0 ? 0 : index === last ? 100 : null)
  })
  return stops.map(({ color }, index) => {
    const before = known.findLastIndex((position, at) => at <= index && position !== null)
    const after = known.findIndex((position, at) => at >= index && position !== null)
    const [from, to] = [known[before] ?? 0, known[after] ?? 100]
    const share = after === before ? 0 : (index - before) / (after - before)
    return `${color} ${Math.round(from + (to - from) * share)}%`
  })
}
