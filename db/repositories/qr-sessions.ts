import { eq, notBetween } from 'drizzle-orm'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import type { Query } from '../connection/query.ts'
import { qrSessions } from '../schema/index.ts'

export type QrSession = typeof qrSessions.$inferSelect

export function createQrSession(
  tx: Query,
  row: Omit<QrSession, 'state' | 'userId' | 'tvCodeHash' | 'phoneCodeHash' | 'failedTries'>,
) {
  return tx.insert(qrSessions).values({ ...row, state: 'active' })
}

export async function findQrSession(db: Query, id: string): Promise<QrSession | null> {
  return (await db.query.qrSessions.findFirst({ where: eq(qrSessions.id, id) })) ?? null
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
    .where(notBetween(qrSessions.expiresAt, now + 1, now + QR_TTL_MS))
    .returning({ id, state })
  return deleted.filter(qr => qr.state === 'active' || qr.state === 'authorized').map(qr => qr.id)
}
