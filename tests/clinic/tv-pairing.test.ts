import { describe, expect, test } from 'bun:test'
import {
  PAIRINGS_AN_HOUR,
  pairingCode,
  pairingCodeProblem,
  typedPairingCode,
  waitBeforeNextPairing,
} from '#clinic/tv-pairing'

const AT = 1_800_000_000_000
const MINUTE = 60_000

describe('a pairing code', () => {
  test('has six characters', () => {
    expect(pairingCode(new Uint32Array([0, 1, 2, 24, 25, 4_294_967_295]))).toMatch(/^[A-Z0-9]{6}$/)
  })

  test('has none that looks like another one', () => {
    const all = Array.from({ length: 100 }, (_, n) => pairingCode(new Uint32Array(6).fill(n)))
    expect(all.join('')).not.toMatch(/[0O1ILS58BZ2]/)
    expect(new Set(all).size).toBe(25)
  })

  test.each([
    ['ACD679', 'ACD679'],
    ['acd679', 'ACD679'],
    [' acd 679 ', 'ACD679'],
    ['ACD-679', 'ACD679'],
    ['a c d - 6 7 9', 'ACD679'],
  ])('typed as %j is %s', (typed, code) => {
    expect(typedPairingCode(typed)).toBe(code)
  })
})

test.each([
  ['', 'Enter the 6 characters that the TV shows'],
  ['ACD67', 'Enter the 6 characters that the TV shows'],
  ['ACD 679', null],
])('the code %j cannot be sent: %p', (typed, problem) => {
  expect(pairingCodeProblem(typed)).toBe(problem)
})

describe('an address that asks for codes', () => {
  const asked = (count: number, at = AT) => Array.from({ length: count }, () => at)

  test.each([
    ['never', [], 0],
    ['29 times', asked(PAIRINGS_AN_HOUR - 1), 0],
    ['30 times just now', asked(PAIRINGS_AN_HOUR), 60 * MINUTE],
    ['30 times, 20 minutes ago', asked(PAIRINGS_AN_HOUR, AT - 20 * MINUTE), 40 * MINUTE],
    ['30 times, an hour ago', asked(PAIRINGS_AN_HOUR, AT - 60 * MINUTE), 0],
    ['30 times, before the clock was set back', asked(30, AT + 90 * MINUTE), 0],
  ])('%s: waits %#', (_, times, wait) => {
    expect(waitBeforeNextPairing(times, AT)).toBe(wait)
  })

  test('waits for the one that makes it 30, not for the newest', () => {
    const spread = Array.from({ length: 30 }, (_, n) => AT - (59 - n) * MINUTE)
    expect(waitBeforeNextPairing(spread, AT)).toBe(MINUTE)
  })
})
