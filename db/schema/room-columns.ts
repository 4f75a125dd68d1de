import { sql } from 'drizzle-orm'
import type { PatientRoom } from '#domain/rooms/room'
import { calls, type rooms } from './queue.ts'

type RoomTable = Pick<typeof rooms, keyof PatientRoom>

/** The columns every query reads of a patient's room. A missing field fails to compile. */
export function getRoomColumns({ id, name }: RoomTable) {
  return { id, name } satisfies Record<keyof PatientRoom, unknown>
}

/** Uses the room's name at the call if the room was deleted since. */
export function getCalledRoomColumns(table: RoomTable) {
  const name = sql<string>`coalesce(${table.name}, ${calls.roomName})`
  return { ...getRoomColumns(table), name }
}
