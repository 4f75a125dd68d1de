import { expect, test } from 'bun:test'
import { PRAYER_KEYS } from '#domain/display/prayer-times'
import { fillsScreen, isUpright } from '../../../islands/stage/media/MediaSlot.tsx'
import { getLogoWidth } from '../../../islands/stage/panels/ClinicHeader.tsx'
import { shareSize } from '../../../islands/stage/panels/call/HistoryPanel.tsx'
import { findNextPrayer } from '../../../islands/stage/panels/information/PrayerPanel.tsx'
import { type Box, fitText } from '../../../islands/stage/text/fit-text.ts'

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

const prayers = (...times: string[]) =>
  PRAYER_KEYS.map((key, at) => ({ key, name: key, time: times[at] ?? '' }))
const TODAY = prayers('05:47', '13:01', '16:24', '19:00', '20:12')
const NORTHERN_SUMMER = prayers('03:15', '13:26', '17:45', '22:44', '00:10')

test.each([
  ['before dawn', TODAY, '05:46:59', 'fajr'],
  ['at dawn', TODAY, '05:47:00', 'dhuhr'],
  ['at night', TODAY, '20:12', 'fajr'],
  ['late in a northern summer', NORTHERN_SUMMER, '23:00', 'isha'],
  ['at midnight in a northern summer', NORTHERN_SUMMER, '00:05', 'isha'],
  ['after it', NORTHERN_SUMMER, '00:10', 'fajr'],
] as const)('%s the next prayer is the next by the clock', (_, list, time, key) => {
  expect(findNextPrayer([...list], time)).toBe(key)
})

/** A font in which every character is half as wide as high. */
const measure = (text: string) => Array.from(text).length / 2
const BOX: Box = { width: 600, height: 250, largest: 132, smallest: 20, lines: 2 }
const CALL: Box = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
const fit = (text: string, box: Partial<Box> = {}) => fitText(text, measure, { ...BOX, ...box })

test('a name wraps to two lines before it shrinks', () => {
  expect(fit('AHMAD BIN ISMAIL')).toEqual({ size: 113, isBroken: false })
  expect(fit('AHMAD BIN ISMAIL', { lines: 1 }).size).toBe(75)
})

test('a name without spaces breaks where its script allows it', () => {
  expect(fit('王小明'.repeat(8), { lines: 1 }).size).toBe(50)
  expect(fit('王小明'.repeat(8))).toEqual({ size: 100, isBroken: false })
})

test.each([
  ['is broken when that makes it much larger', 'ABCDEFGHIJKLMNOPQRSTUVWXY', BOX, 92, true],
  [
    'is broken when it would not fit otherwise',
    'ABCDEFGHIJKLMNOPQRSTUVWXY',
    { ...BOX, width: 200, height: 100 },
    30,
    true,
  ],
  ['stays whole when there is little to gain', 'ABCDEFGHIJKL', BOX, 100, false],
  ['stays whole at half the size of a short name', 'VIKNESWARANATHAN', CALL, 74, false],
  ['is broken below that', 'VIKNESWARANATHANS', CALL, 130, true],
  ['stays whole in a joining script', 'க'.repeat(20), CALL, 59, false],
])('a name of one long word %s', (_, name, box, size, isBroken) => {
  expect(fitText(name, measure, box)).toEqual({ size, isBroken })
})

test('a joining script is broken when it would not fit', () => {
  expect(fitText('க'.repeat(60), measure, CALL).isBroken).toBe(true)
})

test('two lines are used only when the text becomes much larger', () => {
  // Two lines of it would be 54 px high.
  expect(fit('AHMAD BIN ISMAIL BIN ALI', { height: 120 })).toEqual({ size: 50, isBroken: false })
  expect(fit('AHMAD BIN ISMAIL BIN ALI').size).toBeGreaterThan(50 * 1.25)
})
