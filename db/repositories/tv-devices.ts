import { and, eq, isNull } from 'drizzle-orm'
import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS, type TvOptions } from '#domain/display/tv-options'
import type { Query } from '../connection/query.ts'
import { tvDevices, users } from '../schema/index.ts'

const COLUMNS = {
  id: tvDevices.id,
  name: tvDevices.name,
  createdAt: tvDevices.createdAt,
  lastSeenAt: tvDevices.lastSeenAt,
  options: tvDevices.options,
}

type Row = Omit<TvDevice, 'options'> & { options: Partial<TvOptions> | null }

function toDevice<R extends Row>(row: R) {
  return { ...row, options: { ...DEFAULT_TV_OPTIONS, ...row.options } }
}

const isNotRevoked = isNull(tvDevices.revokedAt)

export async function listDevicesOf(db: Query, userId: number): Promise<TvDevice[]> {
  const rows = await db
    .select(COLUMNS)
    .from(tvDevices)
    .where(and(eq(tvDevices.userId, userId), isNotRevoked))
    .orderBy(tvDevices.id)
  return rows.map(toDevice)
}

/** Of all active users: the others' TVs show nothing. */
export async function listDevices(db: Query): Promise<TvDevice[]> {
  const rows = await db
    .select(COLUMNS)
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(and(isNotRevoked, users.isActive))
    .orderBy(tvDevices.id)
  return rows.map(toDevice)
}

export async function findDevice(db: Query, id: number) {
  const [row] = await db
    .select({ ...COLUMNS, userId: tvDevices.userId })
    .from(tvDevices)
    .where(and(eq(tvDevices.id, id), isNotRevoked))
  return row ? toDevice(row) : null
}

/** Null when the TV's user is inactive. */
export async function findDeviceByTokenHash(db: Query, tokenHash: string) {
  const [row] = await db
    .select(COLUMNS)
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(and(eq(tvDevices.tokenHash, tokenHash), users.isActive))
  return row ? toDevice(row) : null
}

type NewRow = { userId: number; name: string; tokenHash: string; createdAt: string }

export async function createDevice(tx: Query, row: NewRow): Promise<TvDevice> {
  const [device] = await tx.insert(tvDevices).values(row).returning(COLUMNS)
  if (!device) throw new Error('INSERT returned no TV device')
  return toDevice(device)
}

export function updateDeviceName(tx: Query, id: number, name: string) {
  return tx.update(tvDevices).set({ name }).where(eq(tvDevices.id, id))
}

export function updateOptions(tx: Query, id: number, options: Partial<TvOptions>) {
  return tx.update(tvDevices).set({ options }).where(eq(tvDevices.id, id))
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

export async function listTvSessionsOf(db: Query, userId: number) {
  const devices = await listDevicesOf(db, userId)
  return devices.map(({ id }) => getTvSessionId(id))
}

export async function listTvSessions(db: Query) {
  const devices = await db
    .select({ id: tvDevices.id })
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(and(isNotRevoked, users.isActive))
  return devices.map(({ id }) => getTvSessionId(id))
}
