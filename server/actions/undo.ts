import * as repository from '#db/repositories/patients'
import * as resets from '#db/repositories/patients/queue-resets'
import { saveState, showPatient } from '#db/repositories/patients/save-patient'
import {
  findUndoableStep,
  forgetUndoableStep,
  listUndoableGroup,
  type UndoableStep,
  withdrawCall,
} from '#db/repositories/patients/undoable-steps'
import { findRoom } from '#db/repositories/rooms'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import {
  type JourneyEntry,
  type Patient,
  type PatientState,
  toState,
} from '#domain/patients/patient'
import { isAsSeen, type Seen } from '#domain/queue/stale-step'
import { UNDO_TTL_MS } from '#domain/queue/transitions'
import { isServingSomeoneElse, type PatientRoom } from '#domain/rooms/room'
import { addDays } from '#domain/time'
import { getUserId, type Tx } from '../write.ts'
import { toStepped } from './patient-steps.ts'
import { findActiveQueue } from './queues.ts'

/** Restores all patients of the newest step. Throws a DomainError if something changed since. */
export async function undoStep(tx: Tx, patientId: number, seen: Seen & { seenSteps: number }) {
  const { db, now } = tx
  const step = await findUndoableStep(db, patientId)
  if (!step || step.steps !== seen.seenSteps) throw notUndoableError()
  if (Date.parse(now) - Date.parse(step.at) > UNDO_TTL_MS) throw notUndoableError()
  const present = await repository.findAnyPatient(db, patientId)
  if (!present || !isAsSeen(present, seen)) throw notUndoableError()
  const group = await listUndoableGroup(db, step.groupId)
  // Patients leave a room before others come back to it.
  const inOrder = group.toSorted((a, b) => (b.callSequence ?? 0) - (a.callSequence ?? 0))
  for (const one of inOrder) await restore(tx, one)
  const patient = await repository.findPatientById(db, patientId)
  if (!patient) throw new Error('an undone step has no patient')
  const changed = group.flatMap(one => [one.patientId, ...one.countedDown])
  const patients = await repository.findPatients(db, changed, tx.days)
  const withdrawn = group.flatMap(one => (one.callSequence === null ? [] : one.patientId))
  const change: Change = [
    ...withdrawn.map(patientId => {
      const patient = patients.find(({ id }) => id === patientId) ?? null
      return { kind: 'withdrawn' as const, patientId, patient }
    }),
    ...patients.filter(({ id }) => !withdrawn.includes(id)).map(toStepped),
  ]
  return { patient, change }
}

async function restore(tx: Tx, step: UndoableStep) {
  const { db, now } = tx
  const { patientId } = step
  const wasDeleted = (await repository.findPatientById(db, patientId)) === null
  await showPatient(db, patientId)
  const patient = await repository.findPatientById(db, patientId)
  if (!patient || patient.journey.length !== step.steps) throw notUndoableError()
  const isMove = !wasDeleted && patient.journey.at(-1)?.action === 'moved'
  // Keep the hold, because calls of other patients have counted for it since.
  const before = isMove ? { ...toState(patient), queue: step.state.queue } : step.state
  const state = await withoutMissingQueue(tx, await withoutMissingRoom(tx, before))
  if (state.room) await assertFree(tx, patient, state.room)
  if (isMove && step.state.queue && !state.queue)
    throw new DomainError(`This cannot be undone: ${step.state.queue.name} is not active`)
  // A deletion is not in the journey, so its undo would take back the step before it.
  const entry = wasDeleted ? null : createUndoneEntry(now)
  if (step.callSequence !== null) await withdrawCall(db, step.callSequence, step.countedDown)
  await saveState(db, { patient, state, entry }, getUserId(tx))
  await forgetUndoableStep(db, patientId)
}

function createUndoneEntry(timestamp: string): JourneyEntry {
  return { action: 'undone', timestamp, roomName: null, requeueReason: null, fromRoom: null }
}

async function withoutMissingRoom({ db, days }: Tx, state: PatientState) {
  const { lastRoom } = state
  if (!lastRoom || lastRoom.id === null || (await findRoom(db, lastRoom.id, days))) return state
  return { ...state, lastRoom: { ...lastRoom, id: null } }
}

/** Moves the patient to General if the queue has ended, because no room calls an ended queue. */
async function withoutMissingQueue(tx: Tx, { queue = null, ...state }: PatientState) {
  return { ...state, queue: await findActiveQueue(tx, queue?.id ?? null) }
}

async function assertFree({ db, days }: Tx, patient: Patient, { id }: PatientRoom) {
  const room = id === null ? null : await findRoom(db, id, days)
  if (!room) throw new DomainError('This cannot be undone: the room no longer exists')
  if (!isServingSomeoneElse(room, patient)) return
  throw new DomainError(`This cannot be undone: ${room.name} is serving another patient`)
}

function notUndoableError() {
  return new DomainError('This can no longer be undone')
}

export async function undoReset(tx: Tx) {
  const { db, now, days } = tx
  const restored = await resets.undoReset(db, [days.today, addDays(days.today, -1)], now)
  if (restored === null) throw notUndoableError()
  const restoredCount = restored.length
  return {
    restoredCount,
    change: [{ kind: 'all' }] satisfies Change,
    log: ['queue reset undone', { userId: getUserId(tx), patients: restoredCount }] as const,
  }
}
