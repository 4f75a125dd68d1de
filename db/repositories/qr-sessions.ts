import { eq, lte } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { type QR_STATES, qrSessions } from '../schema/index.ts'

/** `expiresAt` is milliseconds since 1970. */
export type QrSession = {
  id: string
  /** Secret hash of the browser showing the QR code; '' after it signs in. */
  secretHash: string
  state: (typeof QR_STATES)[number]
  userId: number | null
  /** Hashes of the codes that the TV and the phone show. */
  tvCodeHash: string | null
  phoneCodeHash: string | null
  failedTries: number
  expiresAt: number
}

type NewQrSession = Pick<QrSession, 'id' | 'secretHash' | 'expiresAt'> & { createdAt: number }

export function createQrSession(tx: Query, row: NewQrSession) {
  return tx.insert(qrSessions).values({ ...row, state: 'active' })
}

export async function findQrSession(db: Query, id: string): Promise<QrSession | null> {
  const [row] = await db.select().from(qrSessions).where(eq(qrSessions.id, id))
  return row ?? null
}

export function updateQrSession(tx: Query, { id, ...qr }: QrSession) {
  return tx.update(qrSessions).set(qr).where(eq(qrSessions.id, id))
}

export function expireQrSessionsOf(tx: Query, userId: number) {
  return tx.update(qrSessions).set({ expiresAt: 0 }).where(eq(qrSessions.userId, userId))
}

/** Returns the ids whose end no client has received yet. */
export async function deleteExpiredQrSessions(tx: Query, now: number) {
  const { id, state } = qrSessions
  const deleted = await tx
    .delete(qrSessions)
    .where(lte(qrSessions.expiresAt, now))
    .returning({ id, state })
  return deleted.filter(qr => qr.state === 'active' || qr.state === 'authorized').map(qr => qr.id)
}
