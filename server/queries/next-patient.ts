import type { Query } from '#db/connection/query'
import { listPatients } from '#db/repositories/patients'
import { findRoom } from '#db/repositories/rooms'
import { DomainError } from '#domain/errors'
import { findNext, getQueueOf, type NextRules } from '#domain/queue/next-patient'
import type { Room } from '#domain/rooms/room'
import type { CurrentDays } from '#domain/time'

export async function getActiveRoom(db: Query, roomId: number, listed: CurrentDays) {
  const room = await findRoom(db, roomId, listed)
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  if (!room.isActive) throw new DomainError(`${room.name} is not active`)
  return room
}

type Order = { listed: CurrentDays; now: string; rules: NextRules }

export async function findNextOf(db: Query, room: Room, { listed, ...options }: Order) {
  const patients = await listPatients(db, listed)
  return findNext(patients, { queue: getQueueOf(room), ...options })
}
