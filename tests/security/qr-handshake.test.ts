import { describe, expect, test } from 'bun:test'
import type { QrSession } from '#db/repositories/qr-sessions'
import { QR_EXPIRED, QR_INVALID, QR_MAX_ATTEMPTS } from '#domain/auth/qr-session'
import type { ErrorStatus } from '#domain/errors'
import {
  assertUsable,
  authorize,
  CLAIM_MIN_MS,
  claim,
  toSixDigits,
  tryCode,
} from '../../server/security/qr-session.ts'
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

describe('a QR session', () => {
  test.each([
    ['nobody knows it', null, QR_INVALID, 404],
    ['its time is over', { ...WAITING, expiresAt: NOW }, QR_EXPIRED, 410],
    ['it bore five wrong codes', { ...AUTHORIZED, state: 'expired' as const }, QR_EXPIRED, 410],
  ])('cannot be used when %s', (_, qr, sentence, status) => {
    expect(getDomainError(() => assertUsable(qr, NOW))).toMatchObject({ sentence, status })
  })

  test.each([WAITING, AUTHORIZED, COMPLETED])('can be used while it is $state', qr => {
    expect(assertUsable(qr, qr.expiresAt - 1)).toBe(qr)
  })
})

describe('authorizing', () => {
  test('stores the user and the hashes of both codes', () => {
    expect(authorize(WAITING, 2, HASHES)).toEqual(AUTHORIZED)
  })

  test("the same user may do it again, and only the phone's code is new", () => {
    const again = authorize(AUTHORIZED, 2, { tvCodeHash: 'new', phoneCodeHash: 'new' })
    expect(again).toEqual({ ...AUTHORIZED, phoneCodeHash: 'new' })
  })

  test.each([
    ['somebody else', AUTHORIZED, 3],
    ['anybody after it was completed', COMPLETED, 2],
  ])('is rejected to %s', (_, qr, userId) => {
    expect(getDomainError(() => authorize(qr, userId, HASHES))).toEqual(INVALID(410))
  })
})

describe('a typed code', () => {
  test('of the phone, on the TV, completes, and signs the TV in', () => {
    const { by, qr } = tryCode(AUTHORIZED, TV, is('of the phone'), NOW)
    expect([by, qr]).toEqual(['tv', { ...COMPLETED, secretHash: '' }])
  })

  test('of the TV, on the phone, completes, and the TV may claim it', () => {
    const { by, qr } = tryCode(AUTHORIZED, PHONE, is('of the TV'), NOW)
    expect([by, qr]).toEqual(['phone', COMPLETED])
    expect(claim(qr, TV)).toEqual({ ...COMPLETED, secretHash: '' })
  })

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

  test('of one browser that is both sides counts for the side that it fits', () => {
    expect(tryCode(AUTHORIZED, BOTH, is('of the phone'), NOW).by).toBe('tv')
    expect(tryCode(AUTHORIZED, BOTH, is('of the TV'), NOW).by).toBe('phone')
  })

  test('in the last second leaves the TV time to claim the session', () => {
    const late = { ...AUTHORIZED, expiresAt: NOW + 1 }
    const { qr } = tryCode(late, PHONE, is('of the TV'), NOW)
    expect(qr.expiresAt).toBe(NOW + CLAIM_MIN_MS)
  })

  test('of another browser does not count as an attempt', () => {
    expect(getDomainError(() => tryCode(AUTHORIZED, STRANGER, is('of the TV'), NOW))).toEqual(
      INVALID(403),
    )
  })

  test('does nothing before authorization, nor a second time', () => {
    expect(getDomainError(() => tryCode(WAITING, TV, () => true, NOW)).status).toBe(409)
    expect(getDomainError(() => tryCode(COMPLETED, TV, () => true, NOW))).toEqual(INVALID(410))
  })
})

test('only the TV may claim, and only what is completed', () => {
  expect(getDomainError(() => claim(COMPLETED, PHONE))).toEqual(INVALID(403))
  expect(getDomainError(() => claim(AUTHORIZED, TV)).status).toBe(409)
})

test.each([
  [0, '000000'],
  [7, '000007'],
  [1_234_567, '234567'],
  [4_294_967_295, '967295'],
])('the number %i is the code %s', (number, code) => {
  expect(toSixDigits(number)).toBe(code)
})
