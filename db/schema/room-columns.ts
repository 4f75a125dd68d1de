import { sql } from 'drizzle-orm'
import type { PatientRoom } from '#domain/rooms/room'
import { calls, type rooms } from './queue.ts'

type RoomTable = Pick<typeof rooms, keyof PatientRoom>

/** What every query reads of a patient's room: without one of its fields this does not compile. */
export function getRoomColumns({ id, name }: RoomTable) {
  return { id, name } satisfies Record<keyof PatientRoom, unknown>
}

/** The room may have been deleted since the call: the columns have the name that it had then. */
export function getCalledRoomColumns(table: RoomTable) {
  const name = sql<string>`coalesce(${table.name}, ${calls.roomName})`
  return { ...getRoomColumns(table), name }
}
