import { expect, test } from 'bun:test'
import { cleanTypedCode, formatCountdown, secondsLeft } from '../../../islands/login/qr-sign-in.ts'

const EXPIRES = '2026-11-20T02:05:00.000Z'

test.each([
  ['2026-11-20T02:00:00.000Z', '5:00'],
  ['2026-11-20T02:03:55.000Z', '1:05'],
  ['2026-11-20T02:04:51.000Z', '0:09'],
  ['2026-11-20T02:04:59.001Z', '0:00'],
  ['2026-11-20T02:09:00.000Z', '0:00'],
])('at %s the countdown says %s', (now, shown) => {
  expect(formatCountdown(secondsLeft(EXPIRES, now))).toBe(shown)
})

test.each([
  ['12a3-4 5', '12345'],
  ['x123456789', '123456'],
  ['١٢٣', '123'],
  ['１２ ३४\u200b5 6', '123456'],
  ['x²', '2'],
  ['O', ''],
])('the code field turns "%s" into "%s"', (typed, cleaned) => {
  expect(cleanTypedCode(typed)).toBe(cleaned)
})
