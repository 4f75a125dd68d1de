import { expect, test } from 'bun:test'
import { maskName } from '#domain/display/tv-options'

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
  ["'ABDUL 'AZIM", 'A. A.'],
  ['MUTHU A/L RAMAN', 'M. A. R.'],
  ['SITI @ AMINAH', 'S. A.'],
  ['2ND BABY OF MEI', 'N. B. O. M.'],
  ['😀 LEE 👩‍⚕️', 'L.'],
  ['LEE\u00a0MEI', 'L. M.'],
  ['X 5', null],
  ['(X)', null],
  ['007', null],
])('a TV with initials shows %s as %p', (name, shown) => {
  expect(maskName({ name, isDiscreet: false }, 'initials')).toBe(shown)
})
