import { expect, test } from 'bun:test'
import fc from 'fast-check'
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

const anyColor = fc.nat(0xffffff).map(value => `#${value.toString(16).padStart(6, '0')}`)
const grey = fc.nat(255).map(level => `#${level.toString(16).padStart(2, '0').repeat(3)}`)
const color = fc.oneof(anyColor, grey)

test('on any color the text with the higher contrast is chosen', () => {
  fc.assert(
    fc.property(color, ground => {
      const [chosen, other] = getContrastColor(ground) === DARK ? [DARK, WHITE] : [WHITE, DARK]
      expect(contrast(chosen, ground)).toBeGreaterThanOrEqual(contrast(other, ground))
    }),
    // On the example, dark and white text differ by 0.00001.
    { numRuns: 10_000, examples: [['#ea1d80']] },
  )
})

test('the contrast of two colors is the one of WCAG', () => {
  fc.assert(
    fc.property(color, color, (one, other) => {
      expect(getContrast(one, other)).toBeCloseTo(contrast(one, other), 8)
    }),
  )
})

test.each([
  ['#0f5f4b', '#0f5f4b'],
  ['#777777', DARK],
  ['#767676', '#767676'],
  ['linear-gradient(90deg, #0f5f4b 0%, #0b1524 100%)', DARK],
])('the ink %s on white is %s: dark where the color is not readable', (color, ink) => {
  expect(getTextColorOnWhite(color)).toBe(ink)
})
