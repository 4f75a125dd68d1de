import { describe, expect, test } from 'bun:test'
import { waitBeforeNextAsking } from '../../server/security/asking-pace-rule.ts'

const MINUTE = 60_000
const AT = Date.parse('2026-11-20T02:00:00.000Z')
const THIRTY_AN_HOUR = { most: 30, withinMs: 60 * MINUTE }

describe('an address that asks too often', () => {
  const asked = (count: number, at = AT) => Array.from({ length: count }, () => at)

  test.each([
    ['never', [], 0],
    ['29 times', asked(THIRTY_AN_HOUR.most - 1), 0],
    ['30 times just now', asked(THIRTY_AN_HOUR.most), 60 * MINUTE],
    ['30 times, 20 minutes ago', asked(THIRTY_AN_HOUR.most, AT - 20 * MINUTE), 40 * MINUTE],
    ['30 times, an hour ago', asked(THIRTY_AN_HOUR.most, AT - 60 * MINUTE), 0],
    ['30 times, before the clock was set back', asked(30, AT + 90 * MINUTE), 0],
  ])('%s: waits %#', (_, times, wait) => {
    expect(waitBeforeNextAsking(times, AT, THIRTY_AN_HOUR)).toBe(wait)
  })

  test('waits for the one that makes it 30, not for the newest', () => {
    const spread = Array.from({ length: 30 }, (_, n) => AT - (59 - n) * MINUTE)
    expect(waitBeforeNextAsking(spread, AT, THIRTY_AN_HOUR)).toBe(MINUTE)
  })
})
