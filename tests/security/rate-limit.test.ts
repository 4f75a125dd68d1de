import { describe, expect, test } from 'bun:test'
import { createRateLimiter, keepNewest, refuseTooMany } from '../../server/security/rate-limit.ts'

const MINUTE = 60_000
const AT = Date.parse('2026-11-20T02:00:00.000Z')
const THIRTY_AN_HOUR = { max: 30, windowMs: 60 * MINUTE }

/** A limiter after `count` uses. */
function usedLimiter(count: number, at = AT) {
  const limiter = createRateLimiter(THIRTY_AN_HOUR)
  for (let n = 0; n < count; n++) expect(limiter.consume('a', at)).toBe(0)
  return limiter
}

describe('an address over its limit', () => {
  test.each([
    ['never', 0, 0, AT],
    ['29 times', 0, 29, AT],
    ['30 times just now', 60 * MINUTE, 30, AT],
    ['30 times, 20 minutes ago', 40 * MINUTE, 30, AT - 20 * MINUTE],
    ['30 times, almost an hour ago', 1, 30, AT - 60 * MINUTE + 1],
    ['30 times, an hour ago', 0, 30, AT - 60 * MINUTE],
    ['30 times, before the clock was set back', 0, 30, AT + 90 * MINUTE],
  ])('%s: waits %d ms', (_, wait, count, at) => {
    expect(usedLimiter(count, at).consume('a', AT)).toBe(wait)
  })

  test('waits until the window of the first use ends', () => {
    const limiter = createRateLimiter(THIRTY_AN_HOUR)
    for (let n = 0; n < 30; n++) limiter.consume('a', AT - (59 - n) * MINUTE)
    expect(limiter.consume('a', AT)).toBe(MINUTE)
  })

  test('waits no longer for uses while it waits', () => {
    const limiter = usedLimiter(30)
    for (let n = 0; n < 100; n++) limiter.consume('a', AT + 59 * MINUTE)
    expect(limiter.consume('a', AT + 60 * MINUTE)).toBe(0)
  })

  test('does not affect other addresses', () => {
    expect(usedLimiter(30).consume('b', AT)).toBe(0)
  })
})

test('a limit of 0 rejects everything', () => {
  expect(createRateLimiter({ max: 0, windowMs: MINUTE }).consume('a', AT)).toBe(MINUTE)
})

test('a wait is given in whole seconds, rounded up', () => {
  expect(() => refuseTooMany(0, 'Too many')).not.toThrow()
  const refused = { message: 'Too many', status: 429, retryAfterSeconds: 2 }
  expect(() => refuseTooMany(1_001, 'Too many')).toThrow(expect.objectContaining(refused))
})

test('ten thousand keys are stored, the least recent one is dropped first', () => {
  const map = new Map<string, number>()
  for (let n = 0; n < 10_000; n++) keepNewest(map, `k${n}`, n)
  keepNewest(map, 'k0', 0)
  keepNewest(map, 'one more', 1)
  expect([map.size, map.has('k0'), map.has('k1')]).toEqual([10_000, true, false])
})
