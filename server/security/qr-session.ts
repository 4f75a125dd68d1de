import type { QrSession } from '#db/repositories/qr-sessions'
import { QR_EXPIRED, QR_INVALID, QR_MAX_ATTEMPTS, QR_TTL_MS } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { createMac, hashToken, isEqualConstantTime, type SecretKey } from './tokens.ts'

export const QR_RATE = { max: 30, windowMs: 5 * 60_000 }
/** A TV has this long to claim its session after a phone finished at the last moment. */
const CLAIM_MIN_MS = 60_000

export type QrSides = { isTv: boolean; isPhone: boolean }

export function assertUsable(qr: QrSession | null, now: number): QrSession {
  if (!qr) throw invalidError(404)
  if (!isUsable(qr, now)) throw new DomainError(QR_EXPIRED, { status: 410 })
  return qr
}

export function isUsable(qr: QrSession | null, now: number): qr is QrSession {
  // A code that lasts longer was made while the clock was ahead.
  const isInTime = qr !== null && qr.expiresAt > now && qr.expiresAt <= now + 2 * QR_TTL_MS
  return isInTime && qr.state !== 'expired'
}

/** The same user may authorize again, because a response may have been lost. */
export function authorize(
  qr: QrSession,
  userId: number,
  hashes: Pick<QrSession, 'tvCodeHash' | 'phoneCodeHash'>,
): QrSession {
  if (qr.state === 'active') return { ...qr, state: 'authorized', userId, ...hashes }
  if (qr.state !== 'authorized' || qr.userId !== userId) throw invalidError(410)
  return { ...qr, phoneCodeHash: hashes.phoneCodeHash }
}

export function tryCode(
  qr: QrSession,
  { isTv, isPhone }: QrSides,
  hash: string,
  now: number,
): { by: 'tv' | 'phone' | null; qr: QrSession } {
  if (!isTv && !isPhone) throw invalidError(403)
  if (qr.state === 'active') throw new DomainError('This QR code has not been authorized yet')
  if (qr.state !== 'authorized') throw invalidError(410)

  const expiresAt = Math.max(qr.expiresAt, now + CLAIM_MIN_MS)
  const completed = { ...qr, state: 'complete', expiresAt } as const
  if (isTv && isEqualConstantTime(hash, qr.phoneCodeHash ?? ''))
    return { by: 'tv', qr: { ...completed, secretHash: '' } }
  if (isPhone && isEqualConstantTime(hash, qr.tvCodeHash ?? ''))
    return { by: 'phone', qr: completed }
  const failedTries = qr.failedTries + 1
  const state = failedTries >= QR_MAX_ATTEMPTS ? 'expired' : qr.state
  return { by: null, qr: { ...qr, failedTries, state } }
}

export function claim(qr: QrSession, { isTv }: QrSides): QrSession {
  if (!isTv) throw invalidError(403)
  if (qr.state !== 'complete') throw new DomainError('This QR code has not been completed yet')
  return { ...qr, secretHash: '' }
}

const invalidError = (status: 403 | 404 | 410) => new DomainError(QR_INVALID, { status })

/** Derives the code, so every process returns the same code, even after a reload of the TV. */
export function getTvCode(key: SecretKey, qrId: string) {
  return withHash(qrId, createMac(key, `TV's code of ${qrId}`).readUInt32BE())
}

export function createPhoneCode(qrId: string) {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return withHash(qrId, number)
}

function withHash(qrId: string, number: number) {
  const code = String(number % 1_000_000).padStart(6, '0')
  return { code, hash: hashCode(qrId, code) }
}

export function hashCode(qrId: string, code: string) {
  return hashToken(`${qrId} ${code}`)
}

export type QrProof = { secret: string | undefined; ticket: string | undefined }

/** Everyone in the waiting room can read the QR code's address, so it proves nothing. */
export function getSides(key: SecretKey, qr: QrSession, { secret, ticket }: QrProof): QrSides {
  return {
    isTv: secret !== undefined && isEqualConstantTime(hashToken(secret), qr.secretHash),
    isPhone:
      ticket !== undefined &&
      isEqualConstantTime(hashToken(ticket), hashToken(getTicket(key, qr.id))),
  }
}

export function getTicket(key: SecretKey, qrId: string) {
  return createMac(key, `phone of ${qrId}`).toString('hex')
}
