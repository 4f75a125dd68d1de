import { describe, expect, test } from 'bun:test'
import type { QrSession } from '#db/repositories/qr-sessions'
import { QR_INVALID, QR_MAX_ATTEMPTS } from '#domain/auth/qr-session'
import type { ErrorStatus } from '#domain/errors'
import { assertUsable, toSixDigits, tryCode } from '../../server/security/qr-session.ts'
import { getDomainError } from '../support/domain-errors.ts'

const NOW = 1_800_000_000_000
const [TV, PHONE] = [
  { isTv: true, isPhone: false },
  { isTv: false, isPhone: true },
]
const BOTH = { isTv: true, isPhone: true }
const STRANGER = { isTv: false, isPhone: false }
const HASHES = { tvCodeHash: 'of the TV', phoneCodeHash: 'of the phone' }

const WAITING: QrSession = {
  id: 'abc',
  secretHash: 'of the browser',
  state: 'active',
  userId: null,
  tvCodeHash: null,
  phoneCodeHash: null,
  failedTries: 0,
  expiresAt: NOW + 5 * 60_000,
}
const AUTHORIZED: QrSession = { ...WAITING, state: 'authorized', userId: 2, ...HASHES }
const COMPLETED: QrSession = { ...AUTHORIZED, state: 'complete' }
const is = (typed: string) => (hash: string) => hash === typed
const INVALID = (status: ErrorStatus) => ({ sentence: QR_INVALID, status, field: undefined })

test.each([WAITING, AUTHORIZED, COMPLETED])('a QR session can be used while it is $state', qr => {
  expect(assertUsable(qr, qr.expiresAt - 1)).toBe(qr)
})

describe('a typed code', () => {
  test.each([
    ['its own code on the TV', TV, 'of the TV'],
    ['its own code on the phone', PHONE, 'of the phone'],
    ['a wrong code', BOTH, 'wrong'],
    ['nothing', BOTH, ''],
  ])('%s is a wrong one', (_, sides, typed) => {
    const { by, qr } = tryCode(AUTHORIZED, sides, is(typed), NOW)
    expect([by, qr]).toEqual([null, { ...AUTHORIZED, failedTries: 1 }])
  })

  test('the fifth wrong one of both sides together ends it', () => {
    let qr = AUTHORIZED
    for (let n = 1; n < QR_MAX_ATTEMPTS; n++) qr = tryCode(qr, n % 2 ? TV : PHONE, is('no'), NOW).qr
    expect(qr).toMatchObject({ failedTries: 4, state: 'authorized' })
    expect(tryCode(qr, PHONE, is('no'), NOW).qr).toMatchObject({ state: 'expired' })
    expect(tryCode(qr, PHONE, is('of the TV'), NOW).by).toBe('phone')
  })

  test('of another browser does not count as an attempt', () => {
    expect(getDomainError(() => tryCode(AUTHORIZED, STRANGER, is('of the TV'), NOW))).toEqual(
      INVALID(403),
    )
  })
})

test.each([
  [0, '000000'],
  [7, '000007'],
  [1_234_567, '234567'],
  [4_294_967_295, '967295'],
])('the number %i is the code %s', (number, code) => {
  expect(toSixDigits(number)).toBe(code)
})
