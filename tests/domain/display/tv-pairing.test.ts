import { expect, test } from 'bun:test'
import {
  createPairingCode,
  getPairingCodeProblem,
  normalizePairingCode,
} from '#domain/display/tv-pairing'

test('a pairing code has six characters, none of which look alike', () => {
  const all = Array.from({ length: 100 }, (_, n) => createPairingCode(new Uint32Array(6).fill(n)))
  for (const code of all) expect(code).toMatch(/^[^0O1ILS58BZ2]{6}$/)
  expect(new Set(all).size).toBe(25)
})

test.each([
  'ACD679',
  ' acd 679 ',
  'ACD-679',
  'a c d - 6 7 9',
  'ａｃｄ６７９',
  'ACD\u2011\u200b679',
  'acd\u00a0٦٧٩',
])('a code may be typed as %j', typed => {
  expect(normalizePairingCode(typed)).toBe('ACD679')
})

test.each([
  ['', 'Enter the 6 characters that the TV shows'],
  ['ACD67', 'Enter the 6 characters that the TV shows'],
  ['ACD 679', null],
])('the code %j cannot be sent: %p', (typed, problem) => {
  expect(getPairingCodeProblem(typed)).toBe(problem)
})
