import type { Query } from '#db/connection/query'
import { addQr, findQr } from '#db/repositories/qr-sessions'
import { userWithHash } from '#db/repositories/users'
import { QR_INVALID, QR_LIVES_MS, type QrStatus } from '#domain/auth/qr-session'
import { Refusal } from '#domain/errors'
import type { Clinic } from '../context.ts'
import { tvCode } from '../security/qr-codes.ts'
import { isOpen, stillOpen } from '../security/qr-handshake.ts'
import { type QrProof, sidesOf } from '../security/qr-proof.ts'
import { randomLetters, tokenHash } from '../security/tokens.ts'

const ID_BYTES = 20
const SECRET_BYTES = 32

/** A QR code for the browser at this address, with the secret that makes it this browser's own. */
export async function startQr({ write, qrPace, now }: Clinic, address: string) {
  const createdAt = Date.parse(now())
  qrPace(address, createdAt)
  const [id, secret] = [randomLetters(ID_BYTES), randomLetters(SECRET_BYTES)]
  const expiresAt = createdAt + QR_LIVES_MS
  await write(tx => addQr(tx, { id, secretHash: tokenHash(secret), createdAt, expiresAt }))
  return { qrId: id, secret, expiresAt: new Date(expiresAt).toISOString() }
}

/** How far a QR code is, for the TV that shows it and for the phone that has authorised it. */
export async function lookAtQr(clinic: Clinic, id: string, proof: QrProof): Promise<QrStatus> {
  const { read, now } = clinic
  return read(async db => {
    const qr = stillOpen(await findQr(db, id), Date.parse(now()))
    const { isTv, isPhone } = sidesOf(clinic, qr, proof)
    if (!isTv && !isPhone) throw new Refusal(QR_INVALID, { status: 403 })
    const expiresAt = new Date(qr.expiresAt).toISOString()
    const username = await nameOf(db, qr.userId)
    switch (qr.state) {
      case 'authorized':
        return {
          phase: 'authorized',
          expiresAt,
          username,
          code: isTv ? tvCode(clinic, id).code : null,
        }
      case 'completed':
        return { phase: 'complete', expiresAt, username }
      default:
        return { phase: 'active', expiresAt }
    }
  })
}

async function nameOf(db: Query, userId: number | null) {
  const user = userId === null ? null : await userWithHash(db, userId)
  return user?.username ?? ''
}

/** Whether this secret belongs to the browser that shows this QR code. */
export async function ownsQr(clinic: Clinic, id: string, secret: string | undefined) {
  const qr = await clinic.read(db => findQr(db, id))
  if (!isOpen(qr, Date.parse(clinic.now()))) return false
  return sidesOf(clinic, qr, { secret, ticket: undefined }).isTv
}

/** Whether a phone that scanned this QR code can still do anything with it. */
export async function isQrOpen({ read, now }: Clinic, id: string) {
  const qr = await read(db => findQr(db, id))
  return isOpen(qr, Date.parse(now())) && qr?.state !== 'completed'
}
