import { sixDigits } from '#clinic/qr-handshake'
import { tokenHash } from './tv-tokens.ts'

const MOST_KEPT = 1_000

export type QrCodes = ReturnType<typeof openQrCodes>

/**
 * The codes that TVs show. The database holds hashes only; here a TV that missed the event, or was loaded
 * anew, is told its code once more. After a restart of the program it goes on with the phone's code alone.
 */
export function openQrCodes() {
  const shown = new Map<string, string>()

  function keep(qrId: string, code: string) {
    shown.set(qrId, code)
    const [oldest] = shown.keys()
    if (oldest !== undefined && shown.size > MOST_KEPT) shown.delete(oldest)
  }

  return {
    keep,
    of: (qrId: string) => shown.get(qrId) ?? null,
    forget: (qrId: string) => void shown.delete(qrId),
  }
}

export function newCode(qrId: string) {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  const code = sixDigits(number)
  return { code, hash: codeHash(qrId, code) }
}

export function codeHash(qrId: string, code: string) {
  return tokenHash(`${qrId} ${code}`)
}
