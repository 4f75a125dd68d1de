import type { QrSession } from '#db/repositories/qr-sessions'
import { QR_EXPIRED, QR_INVALID, QR_MAX_ATTEMPTS } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { hashToken } from './tokens.ts'

/** How many QR codes an address may ask for. */
export const QR_RATE = { max: 30, windowMs: 5 * 60_000 }
/** However late a phone finishes, the TV has time to hear of it. */
export const CLAIM_MIN_MS = 60_000

/** Who asks about a QR code, by what he could prove. One browser may be both. */
export type QrSides = { isTv: boolean; isPhone: boolean }

/** The QR session while it can be used, or a Refusal. */
export function assertUsable(qr: QrSession | null, now: number): QrSession {
  if (!qr) throw invalidError(404)
  if (!isUsable(qr, now)) throw new DomainError(QR_EXPIRED, { status: 410 })
  return qr
}

export function isUsable(qr: QrSession | null, now: number): qr is QrSession {
  return qr !== null && qr.state !== 'expired' && qr.expiresAt > now
}

/** Somebody has proven his password. The same person may do so again, when his answer was lost. */
export function authorize(
  qr: QrSession,
  userId: number,
  hashes: Pick<QrSession, 'tvCodeHash' | 'phoneCodeHash'>,
): QrSession {
  if (qr.state === 'waiting') return { ...qr, state: 'authorized', userId, ...hashes }
  if (qr.state !== 'authorized' || qr.userId !== userId) throw invalidError(410)
  return { ...qr, phoneCodeHash: hashes.phoneCodeHash }
}

type CodeResult = { by: 'tv' | 'phone' | null; qr: QrSession }

/** What a typed code does: each side has to type the other one's. `isSame` compares it with a hash. */
export function tryCode(
  qr: QrSession,
  { isTv, isPhone }: QrSides,
  isSame: (hash: string) => boolean,
  now: number,
): CodeResult {
  if (!isTv && !isPhone) throw invalidError(403)
  if (qr.state === 'waiting') throw new DomainError('This QR code has not been authorized yet')
  if (qr.state !== 'authorized') throw invalidError(410)

  const completed = { ...qr, state: 'completed', expiresAt: getClaimDeadline(qr, now) } as const
  if (isTv && isSame(qr.phoneCodeHash ?? '')) return { by: 'tv', qr: withoutSecret(completed) }
  if (isPhone && isSame(qr.tvCodeHash ?? '')) return { by: 'phone', qr: completed }
  const failedTries = qr.failedTries + 1
  const state = failedTries >= QR_MAX_ATTEMPTS ? 'expired' : qr.state
  return { by: null, qr: { ...qr, failedTries, state } }
}

/** The TV takes what the phone has completed, once. */
export function claim(qr: QrSession, { isTv }: QrSides): QrSession {
  if (!isTv) throw invalidError(403)
  if (qr.state !== 'completed') throw new DomainError('This QR code has not been completed yet')
  return withoutSecret(qr)
}

/** Its browser has no further claim: the secret fits nothing any more. */
function withoutSecret(qr: QrSession): QrSession {
  return { ...qr, secretHash: '' }
}

function getClaimDeadline({ expiresAt }: QrSession, now: number) {
  return Math.max(expiresAt, now + CLAIM_MIN_MS)
}

const invalidError = (status: 403 | 404 | 410) => new DomainError(QR_INVALID, { status })

/** A number of 32 random bits as six digits. */
export function toSixDigits(number: number) {
  return String(number % 1_000_000).padStart(6, '0')
}

type SecretKey = { cookieSecret: string }

/**
 * The code that the TV shows. Made from the clinic's key, it need not be kept: a TV that missed the event,
 * was loaded anew or asks another machine is told the same once more.
 */
export function getTvCode({ cookieSecret }: SecretKey, qrId: string) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update(`TV's code of ${qrId}`).digest()
  return withHash(qrId, made.readUInt32BE())
}

export function createPhoneCode(qrId: string) {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return withHash(qrId, number)
}

function withHash(qrId: string, number: number) {
  const code = toSixDigits(number)
  return { code, hash: hashCode(qrId, code) }
}

export function hashCode(qrId: string, code: string) {
  return hashToken(`${qrId} ${code}`)
}

/** What a browser has brought of a QR code: the TV its secret, the phone the ticket it was answered with. */
export type QrProof = { secret: string | undefined; ticket: string | undefined }

/** The address in a QR code is seen by everybody in the room, so it proves nothing by itself. */
export function getSides(key: SecretKey, qr: QrSession, { secret, ticket }: QrProof): QrSides {
  return {
    isTv: secret !== undefined && isEqualConstantTime(hashToken(secret), qr.secretHash),
    isPhone:
      ticket !== undefined &&
      isEqualConstantTime(hashToken(ticket), hashToken(getTicket(key, qr.id))),
  }
}

/** Handed to the phone on which the password was typed; made from the clinic's key, it need not be kept. */
export function getTicket({ cookieSecret }: SecretKey, qrId: string) {
  return new Bun.CryptoHasher('sha256', cookieSecret).update(`phone of ${qrId}`).digest('hex')
}

/** Takes the same time wherever they differ. */
export function isEqualConstantTime(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}
