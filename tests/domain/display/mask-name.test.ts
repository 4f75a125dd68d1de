import { expect, test } from 'bun:test'
import { maskName } from '#domain/display/tv-options'

test.each([
  ['NUR AISYAH BINTI ROSLI', 'N. A. B. R.'],
  ['LEE K', 'L. K.'],
  ['陈伟明', '陈.'],
  // Their initials would be the whole name.
  ['陈 伟 明', '陈.'],
  ['X', null],
])('a TV with initials shows %s as %p', (name, shown) => {
  expect(maskName({ name, isDiscreet: false }, 'initials')).toBe(shown)
})
