import type { Query } from '#db/connection/query'
import {
  createQrSession,
  findQrSession,
  type QrSession,
  updateQrSession,
} from '#db/repositories/qr-sessions'
import { findUserById, type UserWithHash } from '#db/repositories/users'
import {
  INCOMPLETE_TV_CODE,
  isCompleteTvCode,
  QR_EXPIRED,
  QR_TTL_MS,
  WRONG_PHONE_SIDE_CODE,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { getQrChannelName, type QrLiveEvents } from '#domain/events'
import type { App } from '../context.ts'
import type { DirectEvent } from '../realtime/channel.ts'
import {
  assertUsable,
  authorize,
  claim,
  createPhoneCode,
  getSides,
  getTicket,
  getTvCode,
  hashCode,
  type QrProof,
  tryCode,
} from '../security/qr-session.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createRandomId, hashToken, type SecretKey } from '../security/tokens.ts'
import type { Tx } from '../write.ts'
import { assertUnchanged, startSession } from './auth.ts'

type QrAsker = { browser: string; address: string }

const ID_BYTES = 20
const SECRET_BYTES = 32

/** Returns a secret, which later proves that the same browser asks. */
export async function startQrLogin({ db, now }: Tx, asker: QrAsker) {
  const createdAt = Date.parse(now)
  const [id, secret] = [createRandomId(ID_BYTES), createRandomId(SECRET_BYTES)]
  const expiresAt = createdAt + QR_TTL_MS
  const secretHash = hashToken(secret)
  await createQrSession(db, { id, secretHash, ...asker, createdAt, expiresAt })
  return { qrId: id, secret, expiresAt: new Date(expiresAt).toISOString() }
}

export async function refuseTooManyQrs({ limits, now }: App, address: string) {
  const retryAfter = await limits.qr.consume(address, Date.parse(now()))
  refuseTooMany(retryAfter, 'Too many QR codes were asked for')
}

/** Call this before verifying credentials, so an invented id cannot be used to guess passwords. */
export async function assertQrUsable({ read, now }: App, id: string) {
  assertUsable(await read(db => findQrSession(db, id)), Date.parse(now()))
}

/** Call this after `verifyCredentials`. Returns the phone's code, and opens no session. */
export async function authorizeQrLogin(
  { db, now }: Tx,
  key: SecretKey,
  id: string,
  user: UserWithHash,
) {
  const [tv, phone] = [getTvCode(key, id), createPhoneCode(id)]
  await assertUnchanged(db, user)
  const qr = assertUsable(await findQrSession(db, id), Date.parse(now))
  const hashes = { tvCodeHash: tv.hash, phoneCodeHash: phone.hash }
  await updateQrSession(db, authorize(qr, user.id, hashes))
  const payload = { code: tv.code, user: { username: user.username } }
  const told: DirectEvent = { to: getQrChannelName(id), name: 'qr:authorization_complete', payload }
  const direct = qr.state === 'active' ? [told] : []
  return { username: user.username, code: phone.code, ticket: getTicket(key, id), direct }
}

const SIGNED_IN = { action: 'signed in by QR code' } as const

type Typed = { id: string; code: string; proof: QrProof }

/** Returns `session` only to the TV. `error` keeps the write, because it counts a wrong code. */
export async function finalizeQrLogin(tx: Tx, key: SecretKey, { id, code, proof }: Typed) {
  const { db, now } = tx
  const at = Date.parse(now)
  const hash = hashCode(id, code)
  const before = assertUsable(await findQrSession(db, id), at)
  const sides = getSides(key, before, proof)
  if (sides.isTv && !isCompleteTvCode(code)) throw codeError(INCOMPLETE_TV_CODE)
  const { by, qr } = tryCode(before, sides, hash, at)
  await updateQrSession(db, qr)
  const user = await getActiveUser(db, qr)
  if (by === null) {
    const isOver = qr.state === 'expired'
    const over = isOver ? endQr(id, 'qr:expired', {}) : {}
    const sentence = sides.isTv ? WRONG_TV_SIDE_CODE : WRONG_PHONE_SIDE_CODE
    const error = isOver ? expiredError() : codeError(sentence)
    return { ...over, error, user, session: null, audit: { action: 'sign-in refused' } } as const
  }
  const over = endQr(id, 'qr:login_complete', { user: { username: user.username } })
  if (by === 'phone') return { ...over, error: null, user, session: null }
  return { ...over, error: null, user, session: await startSession(tx, user), audit: SIGNED_IN }
}

export async function claimQrLogin(tx: Tx, key: SecretKey, id: string, proof: QrProof) {
  const qr = assertUsable(await findQrSession(tx.db, id), Date.parse(tx.now))
  await updateQrSession(tx.db, claim(qr, getSides(key, qr, proof)))
  const user = await getActiveUser(tx.db, qr)
  return { session: await startSession(tx, user), user, audit: SIGNED_IN }
}

/** Notifies only the browser that shows this code, and ends its connection. */
export function endQr<E extends keyof QrLiveEvents>(id: string, name: E, payload: QrLiveEvents[E]) {
  const to = getQrChannelName(id)
  // Safe: the signature pairs name and payload, but TypeScript loses the pair in the union.
  return { direct: [{ to, name, payload } as DirectEvent], ended: [to] }
}

/** The user may have been deactivated since they authorized it. */
async function getActiveUser(db: Query, { userId }: QrSession) {
  const user = userId === null ? null : await findUserById(db, userId)
  if (!user?.isActive) throw expiredError()
  return user
}

const expiredError = () => new DomainError(QR_EXPIRED, { status: 410 })

const codeError = (sentence: string) =>
  new DomainError(sentence, { status: 400, field: 'tvVerifier' })
