import { expect, test } from 'bun:test'
import { fillsScreen, isUpright } from '../../../islands/stage/media/MediaSlot.tsx'
import { getLogoWidth } from '../../../islands/stage/panels/ClinicHeader.tsx'
import { shareSize } from '../../../islands/stage/panels/call/HistoryPanel.tsx'

test.each([
  ['square', 500, 500, 88],
  ['wide', 1000, 200, 300],
  ['tall', 100, 400, 22],
  ['small', 44, 44, 88],
])('a logo is as wide as its shape needs: %s', (_, width, height, expected) => {
  expect(getLogoWidth({ width, height })).toBe(expected)
})

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

test.each([
  ['all have the smallest size that one of them needs', [40, 36, 40], [36, 36, 36]],
  ['one that needs less than the smallest shared size has its own', [40, 22, 34], [28, 22, 28]],
  ['one alone keeps its size', [38], [38]],
  ['there may be none', [], []],
])('%s', (_, sizes, expected) => {
  expect(shareSize(sizes)).toEqual(expected)
})
