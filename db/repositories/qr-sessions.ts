import { eq, lte } from 'drizzle-orm'
import type { QrSession } from '../../server/security/qr-session.ts'
import type { Query } from '../connection/query.ts'
import { qrSessions } from '../schema/index.ts'

type NewQrSession = Pick<QrSession, 'id' | 'secretHash' | 'expiresAt'> & { createdAt: number }

export function createQrSession(tx: Query, row: NewQrSession) {
  return tx.insert(qrSessions).values({ ...row, state: 'waiting' })
}

export async function findQrSession(db: Query, id: string): Promise<QrSession | null> {
  const [found] = await db.select().from(qrSessions).where(eq(qrSessions.id, id))
  return found ?? null
}

export function updateQrSession(tx: Query, { id, ...qr }: QrSession) {
  return tx.update(qrSessions).set(qr).where(eq(qrSessions.id, id))
}

/** Whatever a user has authorised opens nothing any more. */
export function expireQrSessionsOf(tx: Query, userId: number) {
  return tx.update(qrSessions).set({ expiresAt: 0 }).where(eq(qrSessions.userId, userId))
}

/** Forgets what has run out. Answers the ids of those that nobody has been told of. */
export async function deleteExpiredQrSessions(tx: Query, now: number) {
  const { id, state } = qrSessions
  const removed = await tx
    .delete(qrSessions)
    .where(lte(qrSessions.expiresAt, now))
    .returning({ id, state })
  return removed.filter(qr => qr.state === 'waiting' || qr.state === 'authorized').map(qr => qr.id)
}
