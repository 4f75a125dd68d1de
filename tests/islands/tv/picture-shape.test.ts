import { expect, test } from 'bun:test'
import { fillsScreen, isUpright } from '../../../islands/stage/media/MediaSlot.tsx'

test.each([
  [1248, 700, true],
  [1600, 1000, true], // 10 % narrower
  [2000, 1000, true], // 12.5 % wider
  [1600, 1200, false],
  [2100, 900, false],
])('a picture fills the cell: %i x %i: %p', (width, height, expected) => {
  expect(fillsScreen({ width, height })).toBe(expected)
})

test.each([
  [1000, 1414, true],
  [1000, 1000, false],
  [1920, 1080, false],
])('a picture is upright: %i x %i: %p', (width, height, expected) => {
  expect(isUpright({ width, height })).toBe(expected)
})
