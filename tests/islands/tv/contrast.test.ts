import { expect, test } from 'bun:test'
import { getContrastColor } from '../../../islands/tv/panels/PrayerPanel.tsx'

const DARK = '#111827'
const WHITE = '#ffffff'

/** After WCAG 2.2, written down once more so that the rule is not its own judge. */
function contrast(one: string, other: string) {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\w\w/g) ?? [])
    .map(pair => Number.parseInt(pair, 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Always the same ones (mulberry32), so that a failure can be looked at again. */
function someColours(count: number) {
  let seed = 20_261_120
  return Array.from({ length: count }, () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return `#${((mixed ^ (mixed >>> 14)) & 0xffffff).toString(16).padStart(6, '0')}`
  })
}

const GREYS = Array.from({ length: 256 }, (_, level) => {
  return `#${level.toString(16).padStart(2, '0').repeat(3)}`
})

test('on any colour the better readable ink is chosen', () => {
  for (const colour of [...GREYS, ...someColours(20_000)]) {
    const [chosen, other] = getContrastColor(colour) === DARK ? [DARK, WHITE] : [WHITE, DARK]
    const isBetter = contrast(chosen, colour) >= contrast(other, colour)
    const isReadable = contrast(chosen, colour) >= 4.5 || isBetter
    expect({ colour, isReadable, isBetter }).toEqual({ colour, isReadable: true, isBetter: true })
  }
})

test('and it is always readable as large text, which everything on the TV is', () => {
  for (const colour of [...GREYS, ...someColours(20_000)]) {
    expect(contrast(getContrastColor(colour), colour)).toBeGreaterThan(4)
  }
})

test.each([
  ['#000000', WHITE],
  ['#ffffff', DARK],
  ['#facc15', DARK],
  ['#7c3aed', WHITE],
  ['#FFFFFF', DARK],
])('on %s it is %s', (colour, ink) => {
  expect(getContrastColor(colour)).toBe(ink)
})
