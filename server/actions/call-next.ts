import { listPatients } from '#db/repositories/patients'
import { releaseStaleRoom } from '#db/repositories/patients/save-patient'
import { listQueues } from '#db/repositories/queues'
import { findRoom } from '#db/repositories/rooms'
import { DomainError } from '#domain/errors'
import type { Patient } from '#domain/patients/patient'
import {
  countAppointmentsInRow,
  explainChoice,
  findNext,
  getWaitedFor,
  type NextPatient,
} from '#domain/queue/next-patient'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import type { HoldRules } from '#domain/queue/transitions'
import { getServed, type Served } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { readOrderRules } from '../queries/settings.ts'
import type { Tx } from '../write.ts'
import { getListedPatient, saveStep } from './patient-steps.ts'

type CallNextInput = {
  finish: 'dispensary' | 'completed' | null
  /** The patient the desk saw in the room. If missing, another desk's patient may be closed. */
  seenPatientId?: number | null | undefined
  /** When that patient was registered. After a restore, the id may belong to another patient. */
  seenRegisteredAt?: string | undefined
  chosen?: (Seen & { id: number }) | undefined
}

export type CallNextResult = { finished: Patient | null; next: NextPatient | null }

/** Frees the room if nobody waits. Throws a DomainError if something prevents the call. */
export async function callNext(tx: Tx, roomId: number, input: CallNextInput) {
  const { db, now, days } = tx
  await releaseStaleRoom(db, days, roomId)
  const rules = await readOrderRules(db)
  const meta = { groupId: crypto.randomUUID(), rules: rules.hold }
  const room = await getActiveRoom(tx, roomId)
  const left = await finish(tx, room, input, meta)
  const finished = left?.patient ?? null
  const listed = await listPatients(db, days, { onlyUnfinished: true })
  const served = getServed(await listQueues(db), room)
  const turn = {
    waitsFor: getWaitedFor(room),
    served,
    now,
    rules: rules.next,
    appointmentsInRow: await countAppointments(tx, listed, served),
  }
  const { chosen } = input
  const next = chosen ? explainChoice(findChosen(listed, chosen), turn) : findNext(listed, turn)
  if (!next) return { finished, next, change: left?.change ?? [] }
  const freeRoom = { ...room, currentPatientId: null }
  const change = { status: 'called', windowId: room.id } as const
  const saved = await saveStep(tx, { before: next.patient, change, room: freeRoom, ...meta })
  return {
    finished,
    next: { ...next, patient: saved.patient },
    change: [...(left?.change ?? []), ...saved.change],
  }
}

async function countAppointments({ db, days }: Tx, unfinished: Patient[], served: Served) {
  if (!unfinished.some(({ appointmentAt }) => appointmentAt)) return 0
  return countAppointmentsInRow(await listPatients(db, days), served)
}

function findChosen(listed: Patient[], { id, ...seen }: Seen & { id: number }) {
  const patient = listed.find(patient => patient.id === id)
  if (!patient) throw new DomainError('This patient is no longer in the queue', { status: 404 })
  assertNotStale(patient, seen)
  return patient
}

async function getActiveRoom({ db, days }: Tx, roomId: number) {
  const room = await findRoom(db, roomId, days)
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  if (!room.isActive) throw new DomainError(`${room.name} is not active`)
  return room
}

async function finish(
  tx: Tx,
  room: Room,
  { finish: status, seenPatientId, seenRegisteredAt }: CallNextInput,
  meta: { groupId: string; rules: HoldRules },
) {
  const { currentPatientId } = room
  if (seenPatientId !== undefined && seenPatientId !== currentPatientId) throw changedRoomError()
  if (currentPatientId === null) return null
  if (status === null) throw new DomainError('This room is serving another patient')
  const before = await getListedPatient(tx, currentPatientId)
  if ((seenRegisteredAt ?? before.registeredAt) !== before.registeredAt) throw changedRoomError()
  return saveStep(tx, { before, change: { status }, room: null, ...meta })
}

function changedRoomError() {
  return new DomainError('Another desk already changed this room')
}
