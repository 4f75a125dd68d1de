import { describe, expect, test } from 'bun:test'
import {
  getNewExpiry,
  isSessionValid,
  needsRenewal,
  type Session,
} from '../../server/security/session.ts'

const AT = 1_800_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NURSE = { id: 3, username: 'nurse', role: 'user', isActive: true } as const

const aSession = (wish: Partial<Session> = {}): Session => ({
  id: 'one',
  kind: 'staff',
  expiresAt: AT + 12 * HOUR,
  user: NURSE,
  ...wish,
})

const LASTS = [
  ['staff', 12 * HOUR],
  ['tv', 30 * 24 * HOUR],
] as const

describe.each(LASTS)('a session of kind %s', (kind, lasts) => {
  const session = aSession({ kind, expiresAt: getNewExpiry(kind, AT) })

  test(`lasts ${lasts / HOUR} hours`, () => {
    expect(session.expiresAt).toBe(AT + lasts)
    expect(isSessionValid(session, AT)).toBe(true)
    expect(isSessionValid(session, AT + lasts - 1)).toBe(true)
    expect(isSessionValid(session, AT + lasts)).toBe(false)
  })

  test.each([
    [0, false],
    [10 * MINUTE - 1, false],
    [10 * MINUTE, true],
    [lasts - 1, true],
  ])('%i ms after it began is due for renewal: %p', (later, isDue) => {
    expect(needsRenewal(session, AT + later)).toBe(isDue)
  })
})
