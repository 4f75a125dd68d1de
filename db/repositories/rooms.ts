import { and, eq } from 'drizzle-orm'
import type { Room } from '#domain/rooms/room'
import type { Listed } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { patients, rooms } from '../schema/index.ts'
import { isListed } from './patients.ts'

/** All rooms with whom they serve, the permanent one last. */
export function allRooms(db: Query, listed: Listed): Promise<Room[]> {
  return withOccupant(db, listed).orderBy(rooms.isPermanent, rooms.id)
}

export async function findRoom(db: Query, id: number, listed: Listed): Promise<Room | null> {
  const [found] = await withOccupant(db, listed).where(eq(rooms.id, id))
  return found ?? null
}

function withOccupant(db: Query, listed: Listed) {
  return db
    .select({
      id: rooms.id,
      name: rooms.name,
      isActive: rooms.isActive,
      isPermanent: rooms.isPermanent,
      currentPatientId: patients.id,
      currentPatientName: patients.name,
      currentPatientNumber: patients.number,
    })
    .from(rooms)
    .leftJoin(patients, and(eq(patients.windowId, rooms.id), isListed(listed)))
}

export async function addRoom(tx: Query, name: string, isPermanent = false) {
  const [made] = await tx.insert(rooms).values({ name, isPermanent }).returning({ id: rooms.id })
  if (!made) throw new Error('the database kept a room and told no id')
  return made.id
}

export function saveRoom(
  tx: Query,
  { id, name, isActive }: Pick<Room, 'id' | 'name' | 'isActive'>,
) {
  return tx.update(rooms).set({ name, isActive }).where(eq(rooms.id, id))
}

export function removeRoom(tx: Query, id: number) {
  return tx.delete(rooms).where(eq(rooms.id, id))
}
