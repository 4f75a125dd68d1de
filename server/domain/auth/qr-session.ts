import { fold } from '../fold.ts'

export const QR_TTL_MS = 5 * 60_000
export const QR_MAX_ATTEMPTS = 5
export const TV_CODE_DIGITS = 6
export const PHONE_CODE_MIN = 4
export const PHONE_CODE_MAX = 6

export const QR_PAGE_PATH = '/qr-auth'

export function qrPagePath(qrId: string) {
  return `${QR_PAGE_PATH}/${qrId}`
}

export const QR_EXPIRED = 'QR session has expired. Please generate a new QR code.'
export const QR_INVALID = 'Invalid QR session'
export const WRONG_SIGN_IN = 'Invalid username or password'
export const WRONG_TV_SIDE_CODE = 'Invalid verification code'
export const WRONG_PHONE_SIDE_CODE = 'Invalid TV verification code'
export const SHORT_PHONE_CODE = 'TV verification code must be at least 4 characters'
export const INCOMPLETE_TV_CODE = 'Please enter 6-digit code from your phone'

/** The browser that shows the code, described for the phone. `time`: HH:MM in the clinic. */
export type QrAsker = { browser: string; address: string; time: string }

/** Only the TV gets `qrUrl` and `code`. `code` is null if the server no longer knows it. */
export type QrStatus =
  | { phase: 'active'; expiresAt: string; qrUrl?: string }
  | { phase: 'authorized'; expiresAt: string; username: string; code: string | null }
  | { phase: 'complete'; expiresAt: string; username: string }

/** Accepts digits of other scripts, and pasted codes with spaces or hyphens. */
export function cleanCode(typed: string) {
  return fold(typed).replace(/[ -]/g, '')
}

export function isCompleteTvCode(code: string) {
  return /^\d{6}$/.test(code)
}

export function getPhoneCodeProblem(code: string) {
  const isLongEnough = cleanCode(code).length >= PHONE_CODE_MIN
  return isLongEnough ? null : SHORT_PHONE_CODE
}
