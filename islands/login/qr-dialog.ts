import { TV_CODE_DIGITS } from '#domain/auth/qr-session'

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
