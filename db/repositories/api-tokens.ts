import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { ApiToken } from '#domain/programs/api-token'
import type { User } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { apiTokens, users } from '../schema/index.ts'
import { USER_COLUMNS } from './users.ts'

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  username: users.username,
  createdAt: apiTokens.createdAt,
  lastUsedAt: apiTokens.lastUsedAt,
}

export type TokenAccess = { token: ApiToken; user: User }

function select(db: Query) {
  return db
    .select({ token: columns, user: USER_COLUMNS })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
}

export async function listApiTokens(db: Query): Promise<ApiToken[]> {
  return (await select(db).orderBy(asc(apiTokens.id))).map(({ token }) => token)
}

export function listTokensOf(db: Query, userId: number) {
  return db.query.apiTokens.findMany({ where: eq(apiTokens.userId, userId) })
}

const isValid = and(users.isActive, eq(users.role, 'admin'))

export async function listValidTokenIds(db: Query) {
  return (await select(db).where(isValid)).map(({ token }) => token.id)
}

export function findValidToken(db: Query, tokenHash: string) {
  return findAccess(db, eq(apiTokens.tokenHash, tokenHash))
}

export function findValidTokenById(db: Query, id: number) {
  return findAccess(db, eq(apiTokens.id, id))
}

async function findAccess(db: Query, condition: SQL): Promise<TokenAccess | null> {
  const [row] = await select(db).where(and(condition, isValid))
  return row ?? null
}

export async function createApiToken(tx: Query, token: typeof apiTokens.$inferInsert) {
  return (await tx.insert(apiTokens).values(token).returning().get()).id
}

export function updateLastUsed(tx: Query, id: number, lastUsedAt: string) {
  return tx.update(apiTokens).set({ lastUsedAt }).where(eq(apiTokens.id, id))
}

export async function deleteApiToken(tx: Query, id: number) {
  const deleted = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning().get()
  return deleted?.name ?? null
}
