import { and, eq, isNull } from 'drizzle-orm'
import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import type { Query } from '../connection/query.ts'
import { tvDevices, users } from '../schema/index.ts'

const COLUMNS = {
  id: tvDevices.id,
  name: tvDevices.name,
  createdAt: tvDevices.createdAt,
  lastSeenAt: tvDevices.lastSeenAt,
}

const isNotRevoked = isNull(tvDevices.revokedAt)

/** A user's TVs in order of their making, without those that were revoked. */
export function listDevicesOf(db: Query, userId: number): Promise<TvDevice[]> {
  return db
    .select(COLUMNS)
    .from(tvDevices)
    .where(and(eq(tvDevices.userId, userId), isNotRevoked))
    .orderBy(tvDevices.id)
}

export async function findDevice(db: Query, id: number) {
  const [found] = await db
    .select({ ...COLUMNS, userId: tvDevices.userId })
    .from(tvDevices)
    .where(and(eq(tvDevices.id, id), isNotRevoked))
  return found ?? null
}

/** The TV that holds the token of this hash, while its user is active. */
export async function findDeviceByTokenHash(db: Query, tokenHash: string) {
  const [found] = await db
    .select({ id: tvDevices.id, name: tvDevices.name })
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(and(eq(tvDevices.tokenHash, tokenHash), users.isActive))
  return found ?? null
}

type NewRow = { userId: number; name: string; tokenHash: string; createdAt: string }

export async function createDevice(tx: Query, row: NewRow): Promise<TvDevice> {
  const [made] = await tx.insert(tvDevices).values(row).returning(COLUMNS)
  if (!made) throw new Error('the database kept a TV and told no id')
  return made
}

export function updateDeviceName(tx: Query, id: number, name: string) {
  return tx.update(tvDevices).set({ name }).where(eq(tvDevices.id, id))
}

export function updateTokenHash(tx: Query, id: number, tokenHash: string) {
  return tx.update(tvDevices).set({ tokenHash }).where(eq(tvDevices.id, id))
}

export function updateLastSeen(tx: Query, id: number, lastSeenAt: string) {
  return tx.update(tvDevices).set({ lastSeenAt }).where(eq(tvDevices.id, id))
}

export function revokeDevice(tx: Query, id: number, revokedAt: string) {
  return tx.update(tvDevices).set({ revokedAt, tokenHash: null }).where(eq(tvDevices.id, id))
}

/** What the live connections of a user's TVs hang on. */
export async function listTvSessionsOf(db: Query, userId: number) {
  const devices = await listDevicesOf(db, userId)
  return devices.map(({ id }) => getTvSessionId(id))
}

/** What the live connections of all TVs hang on that are let in. */
export async function listTvSessions(db: Query) {
  const devices = await db
    .select({ id: tvDevices.id })
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(and(isNotRevoked, users.isActive))
  return devices.map(({ id }) => getTvSessionId(id))
}
