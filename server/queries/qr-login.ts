import type { Query } from '#db/connection/query'
import { findQrSession } from '#db/repositories/qr-sessions'
import { findUserById } from '#db/repositories/users'
import { UNKNOWN_BROWSER } from '#domain/auth/browser-name'
import { QR_INVALID, type QrAsker, type QrStatus } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { getClinicMinute } from '#domain/time'
import type { App } from '../context.ts'
import {
  assertUsable,
  getSides,
  getTvCode,
  isUsable,
  type QrProof,
} from '../security/qr-session.ts'

/** Answers only the TV that shows the code and the phone that authorized it. Others get 403. */
export async function getQrStatus(app: App, id: string, proof: QrProof): Promise<QrStatus> {
  const { read, now } = app
  return read(async db => {
    const qr = assertUsable(await findQrSession(db, id), Date.parse(now()))
    const { isTv, isPhone } = getSides(app.config, qr, proof)
    if (!isTv && !isPhone) throw new DomainError(QR_INVALID, { status: 403 })
    const expiresAt = new Date(qr.expiresAt).toISOString()
    const username = await getUsername(db, qr.userId)
    // Expired sessions do not get here, because they are not usable.
    if (qr.state === 'active' || qr.state === 'expired') return { phase: 'active', expiresAt }
    if (qr.state === 'complete') return { phase: qr.state, expiresAt, username }
    const code = isTv ? getTvCode(app.config, id).code : null
    return { phase: qr.state, expiresAt, username, code }
  })
}

async function getUsername(db: Query, userId: number | null) {
  const user = userId === null ? null : await findUserById(db, userId)
  return user?.username ?? ''
}

export async function isQrOwner(app: App, id: string, secret: string | undefined) {
  const qr = await app.read(db => findQrSession(db, id))
  if (!isUsable(qr, Date.parse(app.now()))) return false
  return getSides(app.config, qr, { secret, ticket: undefined }).isTv
}

export async function findQrAsker({ read, now, config }: App, id: string): Promise<QrAsker | null> {
  const qr = await read(db => findQrSession(db, id))
  if (!isUsable(qr, Date.parse(now())) || qr.state === 'complete') return null
  const { browser, address, createdAt } = qr
  const time = getClinicMinute(new Date(createdAt).toISOString(), config.timeZone)
  return { browser: browser ?? UNKNOWN_BROWSER, address: describeAddress(address), time }
}

function describeAddress(address: string | null) {
  const isServer = address !== null && /^(127\.|::1$)/.test(address)
  return isServer ? `The clinic's computer (${address})` : (address ?? 'unknown')
}
