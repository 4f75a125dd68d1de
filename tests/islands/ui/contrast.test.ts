import { expect, test } from 'bun:test'
import {
  getContrast,
  getContrastColor,
  getTextColorOnWhite,
} from '../../../islands/ui/color/contrast.ts'

const DARK = '#111827'
const WHITE = '#ffffff'

/** WCAG 2.2, written independently of the tested code. */
function contrast(a: string, b: string) {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((first, second) => second - first)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = (color.match(/\w\w/g) ?? [])
    .map(pair => Number.parseInt(pair, 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The same ones in each run (mulberry32). */
function randomColors(count: number) {
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

test('on any color the text with the higher contrast is chosen', () => {
  for (const color of [...GREYS, ...randomColors(20_000)]) {
    const [chosen, other] = getContrastColor(color) === DARK ? [DARK, WHITE] : [WHITE, DARK]
    const isBetter = contrast(chosen, color) >= contrast(other, color)
    const isReadable = contrast(chosen, color) >= 4.5 || isBetter
    expect({ color, isReadable, isBetter }).toEqual({ color, isReadable: true, isBetter: true })
  }
})

test('the contrast of two colors is the one of WCAG, in either order', () => {
  for (const color of randomColors(1_000)) {
    expect(getContrast(color, WHITE)).toBeCloseTo(contrast(color, WHITE), 8)
    expect(getContrast(DARK, color)).toBeCloseTo(contrast(color, DARK), 8)
  }
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21, 8)
})

test('the ink on white is the color itself where that is readable, else dark', () => {
  for (const color of [...GREYS, ...randomColors(20_000)]) {
    const expected = contrast(color, WHITE) >= 4.5 ? color : DARK
    expect({ color, ink: getTextColorOnWhite(color) }).toEqual({ color, ink: expected })
  }
})

test('the ink on white is dark for a gradient, whose colors are many', () => {
  expect(getTextColorOnWhite('linear-gradient(90deg, #0f5f4b 0%, #0b1524 100%)')).toBe(DARK)
})
