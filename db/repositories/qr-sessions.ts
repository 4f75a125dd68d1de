import { eq, lte } from 'drizzle-orm'
import type { QrSession } from '../../server/security/qr-handshake.ts'
import type { Query } from '../connection/query.ts'
import { qrSessions } from '../schema/index.ts'

type NewQr = Pick<QrSession, 'id' | 'secretHash' | 'expiresAt'> & { createdAt: number }

export function addQr(tx: Query, row: NewQr) {
  return tx.insert(qrSessions).values({ ...row, state: 'waiting' })
}

export async function findQr(db: Query, id: string): Promise<QrSession | null> {
  const [found] = await db.select().from(qrSessions).where(eq(qrSessions.id, id))
  return found ?? null
}

export function saveQr(tx: Query, { id, ...qr }: QrSession) {
  return tx.update(qrSessions).set(qr).where(eq(qrSessions.id, id))
}

/** Whatever a user has authorised opens nothing any more. */
export function endQrsOf(tx: Query, userId: number) {
  return tx.update(qrSessions).set({ expiresAt: 0 }).where(eq(qrSessions.userId, userId))
}

/** Forgets what has run out. Answers the ids of those that nobody has been told of. */
export async function removeExpiredQrs(tx: Query, now: number) {
  const { id, state } = qrSessions
  const removed = await tx
    .delete(qrSessions)
    .where(lte(qrSessions.expiresAt, now))
    .returning({ id, state })
  return removed.filter(qr => qr.state === 'waiting' || qr.state === 'authorized').map(qr => qr.id)
}
