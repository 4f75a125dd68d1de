import { and, eq, gt, lte, ne } from 'drizzle-orm'
import type { User } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { sessions, users } from '../schema/index.ts'
import { expireQrSessionsOf } from './qr-sessions.ts'
import { USER_COLUMNS } from './users.ts'

/** Times are milliseconds since 1970. */
export type Session = {
  id: string
  expiresAt: number
  user: User
}

const KIND = 'staff'
const ID = { id: sessions.id }
const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id)

export async function findSession(db: Query, id: string): Promise<Session | null> {
  const [row] = await db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt, user: USER_COLUMNS })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    // Displays of versions up to 1.1.0 had sessions of another kind, which are no longer valid.
    .where(and(eq(sessions.id, id), eq(sessions.kind, KIND)))
  return row ?? null
}

export async function listValidSessionIds(db: Query, now: number) {
  return toIds(await db.select(ID).from(sessions).where(gt(sessions.expiresAt, now)))
}

export function createSession(tx: Query, session: Session, createdAt: string) {
  const { id, expiresAt, user } = session
  return tx.insert(sessions).values({ id, kind: KIND, expiresAt, userId: user.id, createdAt })
}

export async function updateExpiry(tx: Query, id: string, expiresAt: number) {
  const change = tx.update(sessions).set({ expiresAt }).where(eq(sessions.id, id))
  return (await change.returning(ID)).length > 0
}

export async function listExpiredSessionIds(db: Query, now: number) {
  return toIds(await db.select(ID).from(sessions).where(lte(sessions.expiresAt, now)))
}

/** Delete functions return the ids of the deleted sessions, whose connections must end. */
export function deleteSession(tx: Query, id: string) {
  return deleteWhere(tx, eq(sessions.id, id))
}

/** Deletes the user's sessions except `exceptId`, and expires incomplete QR sign-ins. */
export async function deleteSessionsOf(tx: Query, userId: number, exceptId = '') {
  await expireQrSessionsOf(tx, userId)
  return deleteWhere(tx, and(eq(sessions.userId, userId), ne(sessions.id, exceptId)))
}

export function deleteExpiredSessions(tx: Query, now: number) {
  return deleteWhere(tx, lte(sessions.expiresAt, now))
}

async function deleteWhere(tx: Query, condition: ReturnType<typeof and>) {
  return toIds(await tx.delete(sessions).where(condition).returning(ID))
}
