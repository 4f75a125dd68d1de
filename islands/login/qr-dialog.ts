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
      code: string | null
    }
  | { phase: 'complete'; username: string }
  | { phase: 'expired' }

/** An event is named after the phase that it leads to. */
export type QrEvent =
  | { type: 'active'; qrId: string; qrUrl: string; expiresAt: string }
  | { type: 'authorized'; code: string | null; username: string }
  | { type: 'complete'; username: string }
  | { type: 'expired' }
  | { type: 'tick'; now: string }

/** The countdown closes the dialog only until a phone has authorized it. */
export function reduceQrDialog(dialog: QrDialog, event: QrEvent): QrDialog {
  if (dialog.phase === 'complete' || dialog.phase === 'expired') return dialog
  switch (event.type) {
    case 'active': {
      const { type: phase, qrId, qrUrl, expiresAt } = event
      return dialog.phase === 'loading' ? { phase, qrId, qrUrl, expiresAt } : dialog
    }
    case 'authorized': {
      if (dialog.phase !== 'active') return dialog
      const { qrId, expiresAt } = dialog
      const { type: phase, username, code } = event
      return { phase, qrId, expiresAt, username, code }
    }
    case 'complete':
      return { phase: 'complete', username: event.username }
    case 'expired':
      return { phase: 'expired' }
    case 'tick': {
      const hasExpired = dialog.phase === 'active' && secondsLeft(dialog.expiresAt, event.now) === 0
      return hasExpired ? { phase: 'expired' } : dialog
    }
  }
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
