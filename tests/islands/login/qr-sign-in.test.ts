import { expect, test } from 'bun:test'
import { cleanTypedCode, formatCountdown, secondsLeft } from '../../../islands/login/qr-sign-in.ts'

const EXPIRES = '2026-11-20T02:05:00.000Z'

test.each([
  ['2026-11-20T02:00:00.000Z', 300],
  ['2026-11-20T02:04:58.500Z', 1],
  ['2026-11-20T02:04:59.000Z', 1],
  ['2026-11-20T02:04:59.001Z', 0],
  ['2026-11-20T02:05:00.000Z', 0],
  ['2026-11-20T02:09:00.000Z', 0],
])('at %s there are %i seconds left', (now, left) => {
  expect(secondsLeft(EXPIRES, now)).toBe(left)
})

test.each([
  [300, '5:00'],
  [65, '1:05'],
  [60, '1:00'],
  [59, '0:59'],
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds are shown as %s', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown)
})

test.each([
  ['123456', '123456'],
  ['12a3-4 5', '12345'],
  ['1234567', '123456'],
  ['x123456789', '123456'],
  ['abc', ''],
  ['', ''],
  ['١٢٣', ''],
])('the code field turns "%s" into "%s"', (typed, cleaned) => {
  expect(cleanTypedCode(typed)).toBe(cleaned)
})
