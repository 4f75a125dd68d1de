import { expect, test } from 'bun:test'
import { isTvToken, TV_TOKEN_BYTES, toTvSettings } from '#domain/display/tv-device'
import { validateName } from '#domain/names'
import { withDefaults } from '#domain/settings/settings'
import { base32 } from '../../../server/security/tokens.ts'
import { getDomainError } from '../../support/domain-errors.ts'

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

test('a TV is named by the rule of rooms', () => {
  expect(validateName('TV', '  Waiting room ', [{ name: 'Hall' }])).toBe('Waiting room')
  expect(getDomainError(() => validateName('TV', ' hall', [{ name: 'Hall' }]))).toEqual({
    sentence: 'A TV named hall already exists',
    status: 409,
    field: 'name',
  })
})

test('a display reads every setting, its logo by its token', () => {
  const settings = withDefaults([{ key: 'clinicLogo', value: '/api/media/9/file' }])
  const shown = Object.fromEntries(toTvSettings(TOKEN, settings).map(s => [s.key, s.value]))
  expect(shown).toEqual({ ...settings, clinicLogo: `/api/tv/${TOKEN}/media/9/file` })
  expect(toTvSettings(TOKEN, withDefaults([]))).toContainEqual({ key: 'clinicLogo', value: '' })
})
