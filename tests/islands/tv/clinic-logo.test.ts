import { expect, test } from 'bun:test'
import { getLogoWidth } from '../../../islands/stage/panels/ClinicHeader.tsx'

test.each([
  ['square', 500, 500, 88],
  ['wide', 1000, 200, 300],
  ['tall', 100, 400, 22],
  ['small', 44, 44, 88],
])('a logo is as wide as its shape needs: %s', (_, width, height, expected) => {
  expect(getLogoWidth({ width, height })).toBe(expected)
})
