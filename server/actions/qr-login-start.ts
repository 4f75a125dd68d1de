import type { Query } from '#db/connection/query'
import { createQrSession, findQrSession } from '#db/repositories/qr-sessions'
import { findUserById } from '#db/repositories/users'
import { QR_INVALID, QR_TTL_MS, type QrStatus } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'
import { getTvCode } from '../security/qr-codes.ts'
import { assertUsable, isUsable } from '../security/qr-handshake.ts'
import { getSides, type QrProof } from '../security/qr-proof.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createRandomId, hashToken } from '../security/tokens.ts'

const ID_BYTES = 20
const SECRET_BYTES = 32

/** A QR code for the browser at this address, with the secret that makes it this browser's own. */
export async function startQrLogin({ write, qrLimit, now }: App, address: string) {
  const createdAt = Date.parse(now())
  refuseTooMany(await qrLimit.consume(address, createdAt), 'Too many QR codes were asked for')
  const [id, secret] = [createRandomId(ID_BYTES), createRandomId(SECRET_BYTES)]
  const expiresAt = createdAt + QR_TTL_MS
  await write(tx =>
    createQrSession(tx, { id, secretHash: hashToken(secret), createdAt, expiresAt }),
  )
  return { qrId: id, secret, expiresAt: new Date(expiresAt).toISOString() }
}

/** How far a QR code is, for the TV that shows it and for the phone that has authorised it. */
export async function getQrStatus(app: App, id: string, proof: QrProof): Promise<QrStatus> {
  const { read, now } = app
  return read(async db => {
    const qr = assertUsable(await findQrSession(db, id), Date.parse(now()))
    const { isTv, isPhone } = getSides(app, qr, proof)
    if (!isTv && !isPhone) throw new DomainError(QR_INVALID, { status: 403 })
    const expiresAt = new Date(qr.expiresAt).toISOString()
    const username = await getUsername(db, qr.userId)
    switch (qr.state) {
      case 'authorized':
        return {
          phase: 'authorized',
          expiresAt,
          username,
          code: isTv ? getTvCode(app, id).code : null,
        }
      case 'completed':
        return { phase: 'complete', expiresAt, username }
      default:
        return { phase: 'active', expiresAt }
    }
  })
}

async function getUsername(db: Query, userId: number | null) {
  const user = userId === null ? null : await findUserById(db, userId)
  return user?.username ?? ''
}

/** Whether this secret belongs to the browser that shows this QR code. */
export async function isQrOwner(app: App, id: string, secret: string | undefined) {
  const qr = await app.read(db => findQrSession(db, id))
  if (!isUsable(qr, Date.parse(app.now()))) return false
  return getSides(app, qr, { secret, ticket: undefined }).isTv
}

/** Whether a phone that scanned this QR code can still do anything with it. */
export async function isQrUsable({ read, now }: App, id: string) {
  const qr = await read(db => findQrSession(db, id))
  return isUsable(qr, Date.parse(now())) && qr?.state !== 'completed'
}
