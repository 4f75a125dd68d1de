import { expect, test } from 'bun:test'
import { isTvToken, TV_TOKEN_BYTES, toTvSettings } from '#domain/display/tv-device'
import { maskName } from '#domain/display/tv-options'
import {
  createPairingCode,
  getPairingCodeProblem,
  normalizePairingCode,
} from '#domain/display/tv-pairing'
import { withDefaults } from '#domain/settings/settings'
import { base32 } from '../../../server/security/tokens.ts'

const TOKEN = 'a'.repeat(32)

// RFC 4648, section 10, in small letters and without the padding.
test.each([
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])('base32 of %j is %j', (text, letters) => {
  expect(base32(new TextEncoder().encode(text))).toBe(letters)
})

test("a TV's token has at least 128 random bits, and is recognized", () => {
  expect(TV_TOKEN_BYTES * 8).toBeGreaterThanOrEqual(128)
  expect(isTvToken(base32(new Uint8Array(TV_TOKEN_BYTES).fill(255)))).toBe(true)
  const others = ['', TOKEN.toUpperCase(), TOKEN.slice(1), `${TOKEN}a`, `${TOKEN.slice(1)}1`]
  for (const other of [...others, `${TOKEN}\n`, undefined, { length: 32 }]) {
    expect(isTvToken(other)).toBe(false)
  }
})

test('a display reads every setting, its logo by its token', () => {
  const settings = withDefaults([{ key: 'clinicLogo', value: '/api/media/9/file' }])
  const shown = Object.fromEntries(toTvSettings(TOKEN, settings).map(s => [s.key, s.value]))
  expect(shown).toEqual({ ...settings, clinicLogo: `/api/tv/${TOKEN}/media/9/file` })
  expect(toTvSettings(TOKEN, withDefaults([]))).toContainEqual({ key: 'clinicLogo', value: '' })
})

test.each([
  ['NUR AISYAH BINTI ROSLI', 'N. A. B. R.'],
  ['LEE K', 'L. K.'],
  ['陈伟明', '陈.'],
  // Their initials would be the whole name.
  ['陈 伟 明', '陈.'],
  ['X', null],
  // A vowel sign belongs to its letter.
  ['குமார் முத்து', 'கு. மு.'],
  ['कृष्णा राव', 'कृ. रा.'],
  // The accent is a character of its own here.
  ['E\u0301LISE ROY', 'E\u0301. R.'],
  ['(ALI) "ABU"', 'A. A.'],
  ['MUTHU A/L RAMAN', 'M. A. R.'],
  ['2ND BABY OF MEI', 'N. B. O. M.'],
  ['😀 LEE 👩‍⚕️', 'L.'],
  ['X 5', null],
  ['007', null],
])('a TV with initials shows %s as %p', (name, shown) => {
  expect(maskName({ name, isDiscreet: false }, 'initials')).toBe(shown)
})

test('a pairing code has six characters, none of which look alike', () => {
  const all = Array.from({ length: 100 }, (_, n) => createPairingCode(new Uint32Array(6).fill(n)))
  for (const code of all) expect(code).toMatch(/^[^0O1ILS58BZ2]{6}$/)
  expect(new Set(all).size).toBe(25)
})

test.each([
  ...[
    ' acd 679 ',
    'ACD-679',
    'a c d - 6 7 9',
    'ａｃｄ６７９',
    'ACD\u2011\u200b679',
    'acd\u00a0٦٧٩',
  ],
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
