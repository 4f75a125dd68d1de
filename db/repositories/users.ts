import { and, eq, min } from 'drizzle-orm'
import { isFoldedAlike } from '#domain/fold'
import { getUsernameKey, type User } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { users } from '../schema/index.ts'

export const USER_COLUMNS = {
  id: users.id,
  username: users.username,
  role: users.role,
  isActive: users.isActive,
}

export type UserWithHash = User & { passwordHash: string }

/** Ignores case and width. If users of 1.0.0 fold alike, only an exact name matches. */
export async function findUserByName(db: Query, username: string): Promise<UserWithHash | null> {
  // Reads all users in one query, so a lookup takes equally long for known and unknown names.
  const all = await db.query.users.findMany({ orderBy: users.id })
  const key = getUsernameKey(username)
  const exact = all.find(user => user.folded === key)
  const alike = all.filter(user => isFoldedAlike(user.username, username))
  return exact ?? (alike.length === 1 ? (alike[0] ?? null) : null)
}

export async function findUserById(db: Query, id: number): Promise<UserWithHash | null> {
  return (await db.query.users.findFirst({ where: eq(users.id, id) })) ?? null
}

export async function hasActiveAdmin(db: Query) {
  return (await db.$count(users, and(eq(users.role, 'admin'), users.isActive))) > 0
}

export async function hasUsers(db: Query) {
  return (await db.$count(users)) > 0
}

export async function getFirstUserCreatedAt(db: Query) {
  const [row] = await db.select({ at: min(users.createdAt) }).from(users)
  return row?.at ?? null
}

type NewRow = Pick<UserWithHash, 'username' | 'role' | 'passwordHash'> & { createdAt: string }

export async function createUser(tx: Query, row: NewRow): Promise<User> {
  const values = { ...row, folded: getUsernameKey(row.username) }
  return tx.insert(users).values(values).returning(USER_COLUMNS).get()
}

/** Lists users, oldest first. The first user is the built-in admin. */
export function listUsers(db: Query): Promise<User[]> {
  return db.select(USER_COLUMNS).from(users).orderBy(users.id)
}

type Change = Partial<Pick<UserWithHash, 'passwordHash' | 'isActive' | 'role'>>

export function updateUser(tx: Query, id: number, change: Change) {
  return tx.update(users).set(change).where(eq(users.id, id))
}

export function deleteUser(tx: Query, id: number) {
  return tx.delete(users).where(eq(users.id, id))
}
