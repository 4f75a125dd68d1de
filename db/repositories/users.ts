import { eq, min } from 'drizzle-orm'
import { foldUsername, type User } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { users } from '../schema/index.ts'

const COLUMNS = {
  id: users.id,
  username: users.username,
  role: users.role,
  isActive: users.isActive,
}

export type UserWithHash = User & { passwordHash: string }

export async function findUserByName(db: Query, username: string): Promise<UserWithHash | null> {
  const [found] = await db
    .select({ ...COLUMNS, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.folded, foldUsername(username)))
  return found ?? null
}

export async function findUserById(db: Query, id: number): Promise<UserWithHash | null> {
  const [found] = await db
    .select({ ...COLUMNS, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  return found ?? null
}

export async function hasUsers(db: Query) {
  const found = await db.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

/** When the first user was made, and with him everything else; null before the first run. */
export async function getFirstUserCreatedAt(db: Query) {
  const [row] = await db.select({ at: min(users.createdAt) }).from(users)
  return row?.at ?? null
}

type NewRow = Pick<UserWithHash, 'username' | 'role' | 'passwordHash'> & { createdAt: string }

export async function createUser(tx: Query, row: NewRow): Promise<User> {
  const [made] = await tx
    .insert(users)
    .values({ ...row, folded: foldUsername(row.username) })
    .returning(COLUMNS)
  if (!made) throw new Error('the database kept a user and told no id')
  return made
}

export function updatePasswordHash(tx: Query, id: number, passwordHash: string) {
  return tx.update(users).set({ passwordHash }).where(eq(users.id, id))
}

/** All users in order of their making; the first one is the built-in admin. */
export function listUsers(db: Query): Promise<User[]> {
  return db.select(COLUMNS).from(users).orderBy(users.id)
}

export function updateIsActive(tx: Query, id: number, isActive: boolean) {
  return tx.update(users).set({ isActive }).where(eq(users.id, id))
}

export function deleteUser(tx: Query, id: number) {
  return tx.delete(users).where(eq(users.id, id))
}
