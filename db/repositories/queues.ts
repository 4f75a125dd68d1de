import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { ClinicQueue, QueueInput } from '#domain/queues/patient-queue'
import type { Query } from '../connection/query.ts'
import { queueRooms, queues } from '../schema/index.ts'

const { deletedAt, ...COLUMNS } = getTableColumns(queues)

export async function listQueues(db: Query): Promise<ClinicQueue[]> {
  const rows = await db.select(COLUMNS).from(queues).where(isNull(deletedAt))
  if (rows.length === 0) return []
  const served = await db.select().from(queueRooms)
  return rows
    .sort((a, b) => a.id - b.id)
    .map(queue => ({
      ...queue,
      roomIds: served.filter(({ queueId }) => queueId === queue.id).map(({ roomId }) => roomId),
    }))
}

export async function hasAnyQueue(db: Query) {
  const [row] = await db.select({ id: queues.id }).from(queues).limit(1)
  return row !== undefined
}

export async function findQueue(db: Query, id: number) {
  return (await listQueues(db)).find(queue => queue.id === id) ?? null
}

export async function createQueue(tx: Query, { roomIds, ...input }: QueueInput) {
  const { id } = await tx.insert(queues).values(input).returning({ id: queues.id }).get()
  await saveRooms(tx, id, roomIds)
  return id
}

export async function updateQueue(tx: Query, id: number, { roomIds, ...input }: QueueInput) {
  await tx.update(queues).set(input).where(eq(queues.id, id))
  await saveRooms(tx, id, roomIds)
}

async function saveRooms(tx: Query, queueId: number, roomIds: number[]) {
  await tx.delete(queueRooms).where(eq(queueRooms.queueId, queueId))
  if (roomIds.length === 0) return
  await tx.insert(queueRooms).values(roomIds.map(roomId => ({ queueId, roomId })))
}

/** Hides the queue, because reports still name it. */
export async function deleteQueue(tx: Query, id: number, now: string) {
  await saveRooms(tx, id, [])
  const isKept = and(eq(queues.id, id), isNull(deletedAt))
  await tx.update(queues).set({ isActive: false, deletedAt: now }).where(isKept)
}
