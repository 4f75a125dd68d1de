import type { Room } from '../rooms/room.ts'

/** What a patient waits for, such as a doctor or a blood test; null stands for General. */
export type PatientQueue = {
  id: number
  name: string
  /** A letter before the numbers of this queue, which are a series of their own. */
  prefix: string | null
}

export type ClinicQueue = PatientQueue & {
  roomIds: number[]
  /** Its rooms also call who is in no queue. */
  servesGeneral: boolean
  isActive: boolean
}

export type QueueInput = Omit<ClinicQueue, 'id'>

export const GENERAL = 'General'

export function getQueueName(queue: PatientQueue | null) {
  return queue?.name ?? GENERAL
}

export function toPatientQueue({ id, name, prefix }: PatientQueue): PatientQueue {
  return { id, name, prefix }
}

export function listActive(queues: ClinicQueue[]) {
  return queues.filter(({ isActive }) => isActive)
}

/** The ids of the queues that a room calls, with null for General. */
export type Served = ReadonlySet<number | null>

/** A room that serves no queue serves General. */
export function getServed(queues: ClinicQueue[], room: Pick<Room, 'id'>): Served {
  const own = listActive(queues).filter(({ roomIds }) => roomIds.includes(room.id))
  const hasGeneral = own.length === 0 || own.some(({ servesGeneral }) => servesGeneral)
  return new Set<number | null>([...(hasGeneral ? [null] : []), ...own.map(({ id }) => id)])
}

type Queued = { queue: PatientQueue | null }

/** Null for General. */
export function getQueueId({ queue }: Queued) {
  return queue?.id ?? null
}

export function isServed(served: Served, queued: Queued) {
  return served.has(getQueueId(queued))
}

/** The rooms that call this queue; null for General. */
export function getRoomsOf<R extends Pick<Room, 'id'>>(
  queueId: number | null,
  queues: ClinicQueue[],
  rooms: R[],
) {
  return rooms.filter(room => getServed(queues, room).has(queueId))
}
