import { expect, test } from 'bun:test'
import { getPhoneCodeProblem, isCompleteTvCode } from '#domain/auth/qr-session'

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['', false],
])('may "%s" be verified on the TV? %p', (code, expected) => {
  expect(isCompleteTvCode(code)).toBe(expected)
})

const SHORT = 'TV verification code must be at least 4 characters'

test.each([
  ['', SHORT],
  ['123', SHORT],
  ['123 ', SHORT],
  ['1234', null],
  ['123456', null],
])('on the phone "%s" has the problem %p', (code, problem) => {
  expect(getPhoneCodeProblem(code)).toBe(problem)
})
