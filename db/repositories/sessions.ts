import { and, eq, gt, lte, ne } from 'drizzle-orm'
import { getConnectionName } from '#domain/auth/display-session'
import type { User } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { type SESSION_KINDS, sessions, users } from '../schema/index.ts'
import { expireQrSessionsOf } from './qr-sessions.ts'
import { USER_COLUMNS } from './users.ts'

export type SessionKind = (typeof SESSION_KINDS)[number]

/** Times are milliseconds since 1970. */
export type Session = {
  id: string
  kind: SessionKind
  expiresAt: number
  user: User
}

const CONNECTION = { id: sessions.id, kind: sessions.kind }

export async function findSession(db: Query, id: string): Promise<Session | null> {
  const [row] = await db
    .select({
      id: sessions.id,
      kind: sessions.kind,
      expiresAt: sessions.expiresAt,
      user: USER_COLUMNS,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id))
  return row ?? null
}

export async function listValidConnectionNames(db: Query, now: number) {
  const rows = await db.select(CONNECTION).from(sessions).where(gt(sessions.expiresAt, now))
  return rows.map(getConnectionName)
}

export function createSession(tx: Query, session: Session, createdAt: string) {
  const { id, kind, expiresAt, user } = session
  return tx.insert(sessions).values({ id, kind, expiresAt, userId: user.id, createdAt })
}

export async function updateExpiry(tx: Query, id: string, expiresAt: number) {
  const change = tx.update(sessions).set({ expiresAt }).where(eq(sessions.id, id))
  return (await change.returning({ id: sessions.id })).length > 0
}

/** Returns whether the session is still there. */
export async function updateKind(
  tx: Query,
  { id, kind, expiresAt }: Pick<Session, 'id' | 'kind' | 'expiresAt'>,
) {
  const change = tx.update(sessions).set({ kind, expiresAt }).where(eq(sessions.id, id))
  return (await change.returning({ id: sessions.id })).length > 0
}

export async function listExpiredConnectionNames(db: Query, now: number) {
  const rows = await db.select(CONNECTION).from(sessions).where(lte(sessions.expiresAt, now))
  return rows.map(getConnectionName)
}

/** The delete functions return the names of the connections that are to end. */
export function deleteSession(tx: Query, id: string) {
  return deleteWhere(tx, eq(sessions.id, id))
}

/** QR sign-ins that are not completed yet expire, too. */
export async function deleteSessionsOf(tx: Query, userId: number, exceptId = '') {
  await expireQrSessionsOf(tx, userId)
  return deleteWhere(tx, and(eq(sessions.userId, userId), ne(sessions.id, exceptId)))
}

export function deleteExpiredSessions(tx: Query, now: number) {
  return deleteWhere(tx, lte(sessions.expiresAt, now))
}

async function deleteWhere(tx: Query, condition: ReturnType<typeof and>) {
  return (await tx.delete(sessions).where(condition).returning(CONNECTION)).map(getConnectionName)
}
