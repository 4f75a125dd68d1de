import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { TvDevice } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS, type TvOptions } from '#domain/display/tv-options'
import type { Query } from '../../connection/query.ts'
import { tvDevices, users } from '../../schema/index.ts'

const COLUMNS = {
  id: tvDevices.id,
  kind: tvDevices.kind,
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

export function listDevicesOf(db: Query, userId: number) {
  return listWhere(db, and(eq(tvDevices.userId, userId), isNotRevoked))
}

/** Lists devices of active users, because TVs of inactive users show nothing. */
export function listDevices(db: Query) {
  return listWhere(db, and(isNotRevoked, users.isActive))
}

export async function findDeviceByTokenHash(db: Query, tokenHash: string) {
  const [device] = await listWhere(db, and(eq(tvDevices.tokenHash, tokenHash), users.isActive))
  return device ?? null
}

async function listWhere(db: Query, condition: SQL | undefined): Promise<TvDevice[]> {
  const rows = await db
    .select(COLUMNS)
    .from(tvDevices)
    .innerJoin(users, eq(users.id, tvDevices.userId))
    .where(condition)
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

type NewRow = Pick<
  typeof tvDevices.$inferInsert,
  'userId' | 'kind' | 'name' | 'createdAt' | 'options'
> & { tokenHash: string }

export async function createDevice(tx: Query, row: NewRow): Promise<TvDevice> {
  return toDevice(await tx.insert(tvDevices).values(row).returning(COLUMNS).get())
}

type Change = Partial<
  Pick<typeof tvDevices.$inferInsert, 'name' | 'options' | 'tokenHash' | 'lastSeenAt'>
>

export function updateDevice(tx: Query, id: number, change: Change) {
  return tx.update(tvDevices).set(change).where(eq(tvDevices.id, id))
}

export function revokeDevice(tx: Query, id: number, revokedAt: string) {
  return tx.update(tvDevices).set({ revokedAt, tokenHash: null }).where(eq(tvDevices.id, id))
}
