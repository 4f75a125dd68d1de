import { expect, test } from 'bun:test'
import { isSessionEnded } from '../../../islands/phone/phone-sign-in.ts'

test.each([
  ['QR session has expired. Please generate a new QR code.', true],
  ['Invalid QR session', true],
  ['Sesi QR tidak sah', true],
  ['TAMAT TEMPOH', true],
  ['Invalid username or password', false],
  ['Invalid TV verification code', false],
  ['Too many failed attempts. Please wait 2 seconds and try again.', false],
])('does "%s" end the page on the phone? %p', (message, expected) => {
  expect(isSessionEnded(message)).toBe(expected)
})
