import { describe, expect, test } from 'bun:test'
import {
  createPairingCode,
  getPairingCodeProblem,
  normalizePairingCode,
} from '#domain/display/tv-pairing'

describe('a pairing code', () => {
  test('has six characters', () => {
    expect(createPairingCode(new Uint32Array([0, 1, 2, 24, 25, 4_294_967_295]))).toMatch(
      /^[A-Z0-9]{6}$/,
    )
  })

  test('has no characters that look alike', () => {
    const all = Array.from({ length: 100 }, (_, n) => createPairingCode(new Uint32Array(6).fill(n)))
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
    expect(normalizePairingCode(typed)).toBe(code)
  })
})

test.each([
  ['', 'Enter the 6 characters that the TV shows'],
  ['ACD67', 'Enter the 6 characters that the TV shows'],
  ['ACD 679', null],
])('the code %j cannot be sent: %p', (typed, problem) => {
  expect(getPairingCodeProblem(typed)).toBe(problem)
})
