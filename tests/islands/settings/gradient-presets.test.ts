import { expect, test } from 'bun:test'
import { formatGradient, parseGradient } from '#domain/settings/gradient'
import { GRADIENT_PRESETS } from '../../../islands/settings/gradient/presets.ts'

const PRESETS = Object.values(GRADIENT_PRESETS).flatMap(group => Object.entries(group))

test.each(PRESETS)("%s is in the picker's format", (_, css) => {
  const gradient = parseGradient(css)
  expect(gradient && formatGradient(gradient)).toBe(css)
})

// Between two stops no color is lighter than the lighter of them.
test.each(PRESETS)('white text is readable on %s', (_, css) => {
  const stops = parseGradient(css)?.stops ?? []
  expect(stops).not.toEqual([])
  for (const { color } of stops) expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
})

/** Relative luminance by WCAG 2.2, 0-1. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
