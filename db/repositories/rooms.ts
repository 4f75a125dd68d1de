import { and, eq, getTableColumns } from 'drizzle-orm'
import { formatNumber } from '#domain/patients/patient'
import type { Room, RoomChange, RoomInput } from '#domain/rooms/room'
import type { CurrentDays } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { patients, rooms } from '../schema/index.ts'
import { isCurrent } from './patients.ts'

export async function listRooms(db: Query, listed: CurrentDays): Promise<Room[]> {
  const all = await selectRooms(db, listed)
  return all
    .map(toRoom)
    .sort((a, b) => Number(a.isPermanent) - Number(b.isPermanent) || a.id - b.id)
}

export async function findRoom(db: Query, id: number, listed: CurrentDays): Promise<Room | null> {
  const [row] = await selectRooms(db, listed).where(eq(rooms.id, id))
  return row ? toRoom(row) : null
}

export async function listRoomIds(db: Query) {
  const all = await db.select({ id: rooms.id }).from(rooms)
  return all.map(({ id }) => id)
}

function selectRooms(db: Query, listed: CurrentDays) {
  const columns = {
    ...getTableColumns(rooms),
    currentPatientId: patients.id,
    currentPatientName: patients.name,
    currentPatientNumber: patients.number,
    prefix: patients.prefix,
  } satisfies Record<Exclude<keyof Room, 'currentPatientLabel'> | 'prefix', unknown>
  return db
    .select(columns)
    .from(rooms)
    .leftJoin(patients, and(eq(patients.windowId, rooms.id), isCurrent(listed)))
}

type Row = Awaited<ReturnType<typeof selectRooms>>[number]

function toRoom({ prefix, ...room }: Row): Room {
  const { currentPatientNumber: number } = room
  return { ...room, currentPatientLabel: number === null ? null : formatNumber(number, prefix) }
}

export async function createRoom(tx: Query, input: RoomInput, isPermanent = false) {
  const row = { ...input, isPermanent }
  return (await tx.insert(rooms).values(row).returning().get()).id
}

export function updateRoom(tx: Query, id: number, change: RoomChange) {
  return tx.update(rooms).set(change).where(eq(rooms.id, id))
}

export function deleteRoom(tx: Query, id: number) {
  return tx.delete(rooms).where(eq(rooms.id, id))
}
