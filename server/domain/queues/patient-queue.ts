import type { Room } from '../rooms/room.ts'

/** A queue for a doctor, a blood test or a similar service. Null means General. */
export type PatientQueue = {
  id: number
  name: string
  /** The letter before the numbers of this queue, which form a separate series. */
  prefix: string | null
}

export type ClinicQueue = PatientQueue & {
  roomIds: number[]
  /** True if the queue's rooms also call patients without a queue. */
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

/** Ids of the queues that a room calls; null is General. */
export type Served = ReadonlySet<number | null>

/** A room without queues serves General. */
export function getServed(queues: ClinicQueue[], room: Pick<Room, 'id'>): Served {
  const own = listActive(queues).filter(({ roomIds }) => roomIds.includes(room.id))
  const hasGeneral = own.length === 0 || own.some(({ servesGeneral }) => servesGeneral)
  return new Set<number | null>([...(hasGeneral ? [null] : []), ...own.map(({ id }) => id)])
}

type Queued = { queue: PatientQueue | null }

export function getQueueId({ queue }: Queued) {
  return queue?.id ?? null
}

export function isServed(served: Served, queued: Queued) {
  return served.has(getQueueId(queued))
}

export function getRoomsOf<R extends Pick<Room, 'id'>>(
  queueId: number | null,
  queues: ClinicQueue[],
  rooms: R[],
) {
  return rooms.filter(room => getServed(queues, room).has(queueId))
}
