import type { Query } from '#db/connection/query'
import { findQr, saveQr } from '#db/repositories/qr-sessions'
import { userWithHash } from '#db/repositories/users'
import {
  INCOMPLETE_TV_CODE,
  isCompleteTvCode,
  QR_EXPIRED,
  WRONG_PHONE_SIDE_CODE,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { Refusal } from '#domain/errors'
import { type QrLiveEvent, type QrLiveEvents, qrRoom } from '#domain/events'
import type { User } from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { codeHash, newCode, tvCode } from '../security/qr-codes.ts'
import * as handshake from '../security/qr-handshake.ts'
import { isSame, type QrProof, sidesOf, ticketOf } from '../security/qr-proof.ts'
import type { Session } from '../security/session.ts'
import { openSession, refuseIfChanged, userByPassword } from './sign-in.ts'

type Form = { username: string; password: string }

/** On the phone: a name and password, answered with the code that the phone shows. Opens no session. */
export async function authorizeQr(clinic: Clinic, id: string, form: Form, address: string) {
  const { read, write, live, now } = clinic
  // Before any password is looked at: an address that was made up must not be a way to guess.
  handshake.stillOpen(await read(db => findQr(db, id)), Date.parse(now()))
  const user = await userByPassword(clinic, form, address)

  const [tv, phone] = [tvCode(clinic, id), newCode(id)]
  const hashes = { tvCodeHash: tv.hash, phoneCodeHash: phone.hash }
  const isFirst = await write(async tx => {
    await refuseIfChanged(tx, user)
    const qr = handshake.stillOpen(await findQr(tx, id), Date.parse(now()))
    await saveQr(tx, handshake.authorize(qr, user.id, hashes))
    return qr.state === 'waiting'
  })

  if (isFirst) {
    const { username } = user
    live.publishTo(qrRoom(id), 'qr:authorization_complete', { code: tv.code, user: { username } })
  }
  return { username: user.username, code: phone.code, ticket: ticketOf(clinic, id) }
}

/** Either side typed the other's code. Only the TV is answered with a session; a phone's TV claims it. */
export async function finalizeQr(clinic: Clinic, id: string, typed: string, proof: QrProof) {
  const { write, now } = clinic
  const at = now()
  const hash = codeHash(id, typed)
  const outcome = await write<Right | Wrong>(async tx => {
    const before = handshake.stillOpen(await findQr(tx, id), Date.parse(at))
    const sides = sidesOf(clinic, before, proof)
    if (sides.isTv && !isCompleteTvCode(typed)) throw INCOMPLETE()
    const { by, qr } = handshake.tryCode(before, sides, one => isSame(one, hash), Date.parse(at))
    await saveQr(tx, qr)
    if (by === null) return { sides, isOver: qr.state === 'expired' }
    const user = await stillAllowed(tx, qr)
    return { user, session: by === 'tv' ? await openSession(tx, user, 'tv', at) : null }
  })

  if ('isOver' in outcome) throw wrongCode(clinic, id, outcome)
  const { user, session } = outcome
  tellAndClose(clinic, id, 'qr:login_complete', { user: { username: user.username } })
  return { userId: user.id, session }
}

/** The TV's session, after the phone has completed the sign-in. Once. */
export function claimQr(clinic: Clinic, id: string, proof: QrProof): Promise<Session> {
  const { write, now } = clinic
  const at = now()
  return write(async tx => {
    const qr = handshake.stillOpen(await findQr(tx, id), Date.parse(at))
    await saveQr(tx, handshake.claim(qr, sidesOf(clinic, qr, proof)))
    return openSession(tx, await stillAllowed(tx, qr), 'tv', at)
  })
}

/** For the sweep: these have run out. */
export function endQrs(clinic: Clinic, ids: string[]) {
  for (const id of ids) tellAndClose(clinic, id, 'qr:expired', {})
}

/** Whoever authorised it may have been switched off since. */
async function stillAllowed(tx: Query, { userId }: handshake.QrSession) {
  const user = userId === null ? null : await userWithHash(tx, userId)
  if (!user?.isActive) throw new Refusal(QR_EXPIRED, { status: 410 })
  return user
}

const INCOMPLETE = () => new Refusal(INCOMPLETE_TV_CODE, { status: 400, field: 'tvVerifier' })

type Right = { user: User; session: Session | null }
type Wrong = { sides: handshake.QrSides; isOver: boolean }

function wrongCode(clinic: Clinic, id: string, { sides, isOver }: Wrong) {
  if (isOver) {
    tellAndClose(clinic, id, 'qr:expired', {})
    return new Refusal(QR_EXPIRED, { status: 410 })
  }
  const sentence = sides.isTv ? WRONG_TV_SIDE_CODE : WRONG_PHONE_SIDE_CODE
  return new Refusal(sentence, { status: 400, field: 'tvVerifier' })
}

/** The last word about a QR code: its browser hears it, and a connection that had no other reason ends. */
function tellAndClose<E extends QrLiveEvent>(
  { live }: Clinic,
  id: string,
  event: E,
  payload: QrLiveEvents[E],
) {
  live.publishTo(qrRoom(id), event, payload)
  live.endSessions([qrRoom(id)])
}
