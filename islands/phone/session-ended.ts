import { WRONG_PHONE_SIDE_CODE, WRONG_SIGN_IN, WRONG_TV_SIDE_CODE } from '#domain/auth/qr-session'

const ENDING_PHRASES = ['invalid', 'expired', 'tidak sah', 'tamat tempoh']
const TYPING_ERRORS = [WRONG_SIGN_IN, WRONG_PHONE_SIDE_CODE, WRONG_TV_SIDE_CODE]

/** Whether an error message ends the phone's page. A mistyped password or code can be corrected. */
export function isSessionOver(message: string) {
  const lowered = message.toLowerCase()
  return !TYPING_ERRORS.includes(message) && ENDING_PHRASES.some(phrase => lowered.includes(phrase))
}
