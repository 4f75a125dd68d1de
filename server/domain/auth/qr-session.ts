export const QR_TTL_MS = 5 * 60_000
export const QR_MAX_ATTEMPTS = 5
export const TV_CODE_DIGITS = 6
export const PHONE_CODE_MIN = 4
export const PHONE_CODE_MAX = 6
export const PHONE_TAB_CLOSE_DELAY_MS = 3_000

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

/** Only the TV gets `qrUrl` and a `code`, and the code only while the server knows it. */
export type QrStatus =
  | { phase: 'active'; expiresAt: string; qrUrl?: string }
  | { phase: 'authorized'; expiresAt: string; username: string; code: string | null }
  | { phase: 'complete'; expiresAt: string; username: string }

/** Times are ISO 8601 in UTC. */
export type QrDialog =
  | { phase: 'loading' }
  | { phase: 'active'; qrId: string; qrUrl: string; expiresAt: string }
  | {
      phase: 'authorized'
      qrId: string
      expiresAt: string
      username: string
      /** To be typed on the phone; null when the server no longer knows it. */
      code: string | null
    }
  | { phase: 'complete'; username: string }
  | { phase: 'expired' }

export type QrEvent =
  | { type: 'created'; qrId: string; qrUrl: string; expiresAt: string }
  | { type: 'authorized'; code: string | null; username: string }
  | { type: 'completed'; username: string }
  | { type: 'expired' }
  | { type: 'tick'; now: string }

/** The countdown closes the dialog only until a phone has authorized it. */
export function reduceQrDialog(dialog: QrDialog, event: QrEvent): QrDialog {
  if (dialog.phase === 'complete' || dialog.phase === 'expired') return dialog
  switch (event.type) {
    case 'created':
      return dialog.phase === 'loading' ? toActive(event) : dialog
    case 'authorized':
      return dialog.phase === 'active' ? toAuthorized(dialog, event) : dialog
    case 'completed':
      return { phase: 'complete', username: event.username }
    case 'expired':
      return { phase: 'expired' }
    case 'tick': {
      const hasExpired = dialog.phase === 'active' && secondsLeft(dialog.expiresAt, event.now) === 0
      return hasExpired ? { phase: 'expired' } : dialog
    }
  }
}

function toActive({ qrId, qrUrl, expiresAt }: Extract<QrEvent, { type: 'created' }>): QrDialog {
  return { phase: 'active', qrId, qrUrl, expiresAt }
}

function toAuthorized(
  { qrId, expiresAt }: Extract<QrDialog, { phase: 'active' }>,
  { username, code }: Extract<QrEvent, { type: 'authorized' }>,
): QrDialog {
  return { phase: 'authorized', qrId, expiresAt, username, code }
}

export function secondsLeft(expiresAt: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(expiresAt) - Date.parse(now)) / 1000))
}

export function formatCountdown(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function cleanTypedCode(input: string) {
  return input.replace(/\D/g, '').slice(0, TV_CODE_DIGITS)
}

export function isCompleteTvCode(code: string) {
  return /^\d{6}$/.test(code)
}

export function getPhoneCodeProblem(code: string) {
  const isLongEnough = code.trim().length >= PHONE_CODE_MIN
  return isLongEnough ? null : SHORT_PHONE_CODE
}

const ENDING_PHRASES = ['invalid', 'expired', 'tidak sah', 'tamat tempoh']
const TYPING_ERRORS = [WRONG_SIGN_IN, WRONG_PHONE_SIDE_CODE, WRONG_TV_SIDE_CODE]

/** Whether an error message ends the phone's page. A mistyped password or code can be corrected. */
export function isSessionOver(message: string) {
  const lowered = message.toLowerCase()
  return !TYPING_ERRORS.includes(message) && ENDING_PHRASES.some(phrase => lowered.includes(phrase))
}
