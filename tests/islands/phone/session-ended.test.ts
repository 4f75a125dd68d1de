import { expect, test } from 'bun:test'
import { ApiError } from '../../../islands/data/api.ts'
import {
  isSessionEnded,
  toCodeProblem,
  toSignInProblem,
} from '../../../islands/phone/phone-sign-in.ts'

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

const FAILED = 'Something went wrong. Please try again.'

test.each([
  [500, { error: FAILED }, 'Invalid username or password', FAILED],
  [502, '<html>', 'Invalid username or password', FAILED],
  [0, 'no connection', 'The server cannot be reached.', 'The server cannot be reached.'],
  [400, {}, 'Invalid username or password', 'Invalid TV verification code'],
  [429, { error: 'Please wait 2 s' }, 'Please wait 2 s', 'Please wait 2 s'],
])(
  'a %d says what is specified, and blames no code for the server',
  (status, body, first, last) => {
    const cause = new ApiError(status, body)
    expect([toSignInProblem(cause), toCodeProblem(cause)]).toEqual([first, last])
  },
)
