import type { Query } from '#db/connection/query'
import type { QrSession } from '#db/repositories/qr-sessions'
import { createQrSession, findQrSession, updateQrSession } from '#db/repositories/qr-sessions'
import { findUserById } from '#db/repositories/users'
import {
  INCOMPLETE_TV_CODE,
  isCompleteTvCode,
  QR_EXPIRED,
  QR_TTL_MS,
  WRONG_PHONE_SIDE_CODE,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { type DirectEvents, getQrChannelName } from '#domain/events'
import type { User } from '#domain/users/user'
import type { App } from '../context.ts'
import {
  assertUsable,
  authorize,
  claim,
  createPhoneCode,
  getSides,
  getTicket,
  getTvCode,
  hashCode,
  isEqualConstantTime,
  type QrProof,
  type QrSides,
  tryCode,
} from '../security/qr-session.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import type { Session } from '../security/session.ts'
import { createRandomId, hashToken } from '../security/tokens.ts'
import { recordInTransaction } from './audit.ts'
import { assertUnchanged, type SignInClient, startSession, verifyCredentials } from './auth.ts'

type QrAsker = { browser: string; address: string }

const ID_BYTES = 20
const SECRET_BYTES = 32

/** The secret proves later that the same browser asks. */
export async function startQrLogin({ write, limits, now }: App, asker: QrAsker) {
  const createdAt = Date.parse(now())
  refuseTooMany(
    await limits.qr.consume(asker.address, createdAt),
    'Too many QR codes were asked for',
  )
  const [id, secret] = [createRandomId(ID_BYTES), createRandomId(SECRET_BYTES)]
  const expiresAt = createdAt + QR_TTL_MS
  await write(tx =>
    createQrSession(tx, { id, secretHash: hashToken(secret), ...asker, createdAt, expiresAt }),
  )
  return { qrId: id, secret, expiresAt: new Date(expiresAt).toISOString() }
}

type Credentials = { username: string; password: string }

/** The phone's sign-in. Returns the code that the phone shows; opens no session. */
export async function authorizeQrLogin(
  app: App,
  id: string,
  form: Credentials,
  client: SignInClient,
) {
  const { read, write, channel, now } = app
  // First, so that an invented id cannot be used to guess passwords.
  assertUsable(await read(db => findQrSession(db, id)), Date.parse(now()))
  const user = await verifyCredentials(app, form, client)

  const [tv, phone] = [getTvCode(app.config, id), createPhoneCode(id)]
  const hashes = { tvCodeHash: tv.hash, phoneCodeHash: phone.hash }
  const isFirst = await write(async tx => {
    await assertUnchanged(tx, user)
    const qr = assertUsable(await findQrSession(tx, id), Date.parse(now()))
    await updateQrSession(tx, authorize(qr, user.id, hashes))
    return qr.state === 'active'
  })

  if (isFirst) {
    const { username } = user
    channel.publishTo(getQrChannelName(id), 'qr:authorization_complete', {
      code: tv.code,
      user: { username },
    })
  }
  return { username: user.username, code: phone.code, ticket: getTicket(app.config, id) }
}

type Sender = { proof: QrProof; address: string }

/** Returns a session only for the TV; when the phone has typed the code, the TV claims it. */
export async function finalizeQrLogin(
  app: App,
  id: string,
  typed: string,
  { proof, address }: Sender,
) {
  const { write, now } = app
  const at = now()
  const hash = hashCode(id, typed)
  const outcome = await write<CompletedLogin | WrongCode>(async tx => {
    const before = assertUsable(await findQrSession(tx, id), Date.parse(at))
    const sides = getSides(app.config, before, proof)
    if (sides.isTv && !isCompleteTvCode(typed)) throw incompleteCodeError()
    const { by, qr } = tryCode(
      before,
      sides,
      codeHash => isEqualConstantTime(codeHash, hash),
      Date.parse(at),
    )
    await updateQrSession(tx, qr)
    const user = await getActiveUser(tx, qr)
    if (by === null) {
      await recordInTransaction(tx, app, { user, address }, { action: 'sign-in refused' })
      return { sides, isOver: qr.state === 'expired' }
    }
    return { user, session: by === 'tv' ? await startSession(tx, user, 'staff', at) : null }
  })

  if ('isOver' in outcome) throw handleWrongCode(app, id, outcome)
  const { user, session } = outcome
  publishAndClose(app, id, 'qr:login_complete', { user: { username: user.username } })
  return { userId: user.id, session }
}

export function claimQrLogin(app: App, id: string, proof: QrProof): Promise<Session> {
  const { write, now } = app
  const at = now()
  return write(async tx => {
    const qr = assertUsable(await findQrSession(tx, id), Date.parse(at))
    await updateQrSession(tx, claim(qr, getSides(app.config, qr, proof)))
    return startSession(tx, await getActiveUser(tx, qr), 'staff', at)
  })
}

export function publishExpiredQrs(app: App, ids: string[]) {
  for (const id of ids) publishAndClose(app, id, 'qr:expired', {})
}

/** The user may have been deactivated since they authorized it. */
async function getActiveUser(tx: Query, { userId }: QrSession) {
  const user = userId === null ? null : await findUserById(tx, userId)
  if (!user?.isActive) throw new DomainError(QR_EXPIRED, { status: 410 })
  return user
}

const incompleteCodeError = () =>
  new DomainError(INCOMPLETE_TV_CODE, { status: 400, field: 'tvVerifier' })

type CompletedLogin = { user: User; session: Session | null }
type WrongCode = { sides: QrSides; isOver: boolean }

function handleWrongCode(app: App, id: string, { sides, isOver }: WrongCode) {
  if (isOver) {
    publishAndClose(app, id, 'qr:expired', {})
    return new DomainError(QR_EXPIRED, { status: 410 })
  }
  const sentence = sides.isTv ? WRONG_TV_SIDE_CODE : WRONG_PHONE_SIDE_CODE
  return new DomainError(sentence, { status: 400, field: 'tvVerifier' })
}

function publishAndClose<E extends keyof DirectEvents>(
  { channel }: App,
  id: string,
  event: E,
  payload: DirectEvents[E],
) {
  channel.publishTo(getQrChannelName(id), event, payload)
  channel.endSessions([getQrChannelName(id)])
}
