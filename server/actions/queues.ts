import { renameQueueSince } from '#db/repositories/appointments'
import { listUnfinishedOf } from '#db/repositories/patients'
import { saveTransition } from '#db/repositories/patients/save-patient'
import * as repository from '#db/repositories/queues'
import { listRoomIds } from '#db/repositories/rooms'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import { moveToQueue } from '#domain/queue/transitions'
import { type ClinicQueue, type QueueInput, toPatientQueue } from '#domain/queues/patient-queue'
import { validateQueue } from '#domain/queues/validate-queue'
import { getUserId, type Tx } from '../write.ts'
import { getListedPatient, saveMove } from './patient-steps.ts'

const CHANGE: Change = [{ kind: 'queues' }]

export async function addQueue(tx: Tx, input: QueueInput) {
  const { db } = tx
  const checked = await check(tx, input, await repository.listQueues(db))
  const id = await repository.createQueue(db, checked)
  return { queue: { id, ...checked }, change: CHANGE }
}

export async function changeQueue(tx: Tx, id: number, input: QueueInput) {
  const { db } = tx
  await getQueue(tx, id)
  const others = (await repository.listQueues(db)).filter(other => other.id !== id)
  const checked = await check(tx, input, others)
  await repository.updateQueue(db, id, checked)
  await renameQueueSince(db, tx.days.today, id, checked.name)
  const moved = checked.isActive ? 0 : await moveAllToGeneral(tx, id)
  return { queue: { id, ...checked }, moved, change: CHANGE }
}

export async function deleteQueue(tx: Tx, id: number) {
  const queue = await getQueue(tx, id)
  const moved = await moveAllToGeneral(tx, id)
  await repository.deleteQueue(tx.db, id, tx.now)
  return { queue, moved, change: CHANGE }
}

async function check({ db }: Tx, input: QueueInput, others: ClinicQueue[]) {
  const checked = validateQueue(input, others)
  const known = await listRoomIds(db)
  if (checked.roomIds.every(id => known.includes(id))) return checked
  throw new DomainError('This room no longer exists', { status: 404, field: 'roomIds' })
}

async function moveAllToGeneral(tx: Tx, id: number) {
  const { db, now, days } = tx
  const all = await listUnfinishedOf(db, id, days)
  for (const patient of all) {
    await saveTransition(db, moveToQueue(patient, null, now, { isForced: true }), getUserId(tx))
  }
  return all.length
}

async function getQueue({ db }: Tx, id: number, field: { field?: 'queueId' } = {}) {
  const queue = await repository.findQueue(db, id)
  if (queue) return queue
  throw new DomainError('This queue no longer exists', { status: 404, ...field })
}

/** Null means General. Throws if the queue is not active. */
export async function getChosenQueue(tx: Tx, id: number | null | undefined) {
  if (id === null || id === undefined) return null
  const queue = await getQueue(tx, id, { field: 'queueId' })
  if (!queue.isActive) throw new DomainError(`${queue.name} is not active`, { field: 'queueId' })
  return toPatientQueue(queue)
}

export async function findActiveQueue({ db }: Tx, id: number | null) {
  const queue = id === null ? null : await repository.findQueue(db, id)
  return queue?.isActive ? toPatientQueue(queue) : null
}

export async function movePatient(
  tx: Tx,
  id: number,
  { queueId, ...seen }: Seen & { queueId: number | null },
) {
  const before = await getListedPatient(tx, id)
  assertNotStale(before, seen)
  const queue = await getChosenQueue(tx, queueId)
  return saveMove(tx, before, moveToQueue(before, queue, tx.now))
}
