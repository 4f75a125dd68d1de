import { describe, expect, test } from 'bun:test'
import {
  cleanTypedCode,
  formatCountdown,
  type QrDialog,
  type QrEvent,
  reduceQrDialog,
  secondsLeft,
} from '../../../islands/login/qr-dialog.ts'

const EXPIRES = '2026-11-20T02:05:00.000Z'
const BEFORE = '2026-11-20T02:04:59.000Z'
const QR = { qrId: 'abc', qrUrl: 'http://192.168.1.5/qr-auth/abc', expiresAt: EXPIRES }
const PHONE = { username: 'nurse', code: '123456' }

const DIALOGS: Record<QrDialog['phase'], QrDialog> = {
  loading: { phase: 'loading' },
  active: { phase: 'active', ...QR },
  authorized: { phase: 'authorized', qrId: 'abc', expiresAt: EXPIRES, ...PHONE },
  complete: { phase: 'complete', username: 'nurse' },
  expired: { phase: 'expired' },
}

const EVENTS: Record<string, QrEvent> = {
  'the QR code is created': { type: 'active', ...QR },
  'the phone signs in': { type: 'authorized', ...PHONE },
  'the code was right': { type: 'complete', username: 'nurse' },
  'the server says it expired': { type: 'expired' },
  'a second is left': { type: 'tick', now: BEFORE },
  'the countdown is at 0': { type: 'tick', now: EXPIRES },
  'the countdown is long over': { type: 'tick', now: '2026-11-20T03:00:00.000Z' },
}

// The columns are the EVENTS in their order.
const BECOMES: [keyof typeof DIALOGS, (keyof typeof DIALOGS)[]][] = [
  ['loading', ['active', 'loading', 'complete', 'expired', 'loading', 'loading', 'loading']],
  ['active', ['active', 'authorized', 'complete', 'expired', 'active', 'expired', 'expired']],
  [
    'authorized',
    ['authorized', 'authorized', 'complete', 'expired', 'authorized', 'authorized', 'authorized'],
  ],
  ['complete', Array(7).fill('complete')],
  ['expired', Array(7).fill('expired')],
]

describe.each(BECOMES)('the dialog while %s', (phase, row) => {
  const cases = Object.entries(EVENTS).map(([name, event], index) => ({
    name,
    event,
    next: row[index],
  }))

  test.each(cases)('and $name is $next', ({ event, next = 'expired' }) => {
    expect(row).toHaveLength(cases.length)
    expect(reduceQrDialog(DIALOGS[phase], event)).toMatchObject(DIALOGS[next])
  })
})

test('a second code and a second QR code are ignored', () => {
  const other: QrEvent = { type: 'active', ...QR, qrId: 'other' }
  expect(reduceQrDialog(DIALOGS.active, other)).toEqual(DIALOGS.active)
  const code: QrEvent = { type: 'authorized', ...PHONE, code: '999999' }
  expect(reduceQrDialog(DIALOGS.authorized, code)).toEqual(DIALOGS.authorized)
})

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
