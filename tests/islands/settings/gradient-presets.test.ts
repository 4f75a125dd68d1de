import { expect, test } from 'bun:test'
import { formatGradient, parseGradient } from '#domain/settings/gradient'
import { GRADIENT_PRESETS } from '../../../islands/settings/gradient/presets.ts'
import { getContrast } from '../../../islands/ui/color/contrast.ts'

const PRESETS = Object.values(GRADIENT_PRESETS).flatMap(group => Object.entries(group))

test.each(PRESETS)("%s is in the picker's format", (_, css) => {
  const gradient = parseGradient(css)
  expect(gradient && formatGradient(gradient)).toBe(css)
})

// Between two stops no color is lighter than the lighter of them.
test.each(PRESETS)('white text is readable on %s', (_, css) => {
  const contrasts = parseGradient(css)?.stops.map(({ color }) => getContrast(color, '#ffffff'))
  expect(Math.min(...(contrasts ?? [0]))).toBeGreaterThan(4.5)
})
