import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/patients'
import * as resets from '#db/repositories/queue-resets'
import { findRoom } from '#db/repositories/rooms'
import {
  countUpHold,
  findUndoableStep,
  forgetUndoableStep,
  listUndoableGroup,
  type UndoableStep,
  withdrawCall,
} from '#db/repositories/undoable-steps'
import { DomainError } from '#domain/errors'
import type { JourneyEntry, Patient, PatientState } from '#domain/patients/patient'
import { isAsSeen, type Seen } from '#domain/queue/stale-step'
import { UNDO_TTL_MS } from '#domain/queue/transitions'
import { isServingSomeoneElse } from '#domain/rooms/room'
import { addDays, type CurrentDays } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { publishChange } from '../realtime/queue-changes.ts'

/** Restores all patients of the newest step. Throws a DomainError if something changed since. */
export async function undoStep(
  app: App,
  patientId: number,
  seen: Seen & { seenSteps: number },
  byUserId: number,
): Promise<Patient> {
  const { write, channel, now } = app
  const { patient, all, withdrawn } = await write(async tx => {
    const listed = getCurrentDays(app)
    const step = await findUndoableStep(tx, patientId)
    if (!step || step.steps !== seen.seenSteps || isTooOld(step, now())) throw notUndoableError()
    const present = await repository.findAnyPatient(tx, patientId)
    if (!present || !isAsSeen(present, seen)) throw notUndoableError()
    const group = await listUndoableGroup(tx, step.groupId)
    // Patients leave a room before others come back to it.
    const inOrder = group.toSorted((a, b) => (b.callSequence ?? 0) - (a.callSequence ?? 0))
    const all: Patient[] = []
    for (const one of inOrder) all.push(await restore(tx, one, { listed, now: now(), byUserId }))
    const patient = all.find(({ id }) => id === patientId)
    if (!patient) throw new Error('an undone step has no patient')
    const withdrawn = group.flatMap(one => (one.callSequence === null ? [] : one.patientId))
    return { patient, all, withdrawn }
  })
  for (const restored of all) {
    const isWithdrawn = withdrawn.includes(restored.id)
    if (isWithdrawn) publishChange(channel, { what: 'call withdrawn', patientId: restored.id })
    else publishChange(channel, { what: 'changed', patient: restored })
  }
  return patient
}

type Meta = { listed: CurrentDays; now: string; byUserId: number }

async function restore(tx: Query, step: UndoableStep, { listed, now, byUserId }: Meta) {
  const { patientId } = step
  const wasDeleted = (await repository.findPatientById(tx, patientId)) === null
  await repository.showPatient(tx, patientId)
  const patient = await repository.findPatientById(tx, patientId)
  if (!patient || patient.journey.length !== step.steps) throw notUndoableError()
  const state = await withoutMissingRoom(tx, step.state, listed)
  if (state.room) await assertFree(tx, patient, state.room.id, listed)
  // A deletion is not in the journey, so its undo would take back the step before it.
  const entry = wasDeleted ? null : createUndoneEntry(now)
  if (step.callSequence !== null) await withdrawCall(tx, step.callSequence)
  for (const id of step.countedDown) await countUpHold(tx, id)
  await repository.saveState(tx, { patient, state, entry }, byUserId)
  await forgetUndoableStep(tx, patientId)
  const restored = await repository.findPatientById(tx, patientId)
  if (!restored) throw new Error('a restored patient is not there')
  return restored
}

function createUndoneEntry(timestamp: string): JourneyEntry {
  return { action: 'undone', timestamp, roomName: null, requeueReason: null, fromRoom: null }
}

/** The room of an earlier call may have been deleted meanwhile; its name stays. */
async function withoutMissingRoom(tx: Query, state: PatientState, listed: CurrentDays) {
  const { lastRoom } = state
  if (!lastRoom || lastRoom.id === null || (await findRoom(tx, lastRoom.id, listed))) return state
  return { ...state, lastRoom: { ...lastRoom, id: null } }
}

async function assertFree(tx: Query, patient: Patient, roomId: number | null, listed: CurrentDays) {
  const room = roomId === null ? null : await findRoom(tx, roomId, listed)
  if (!room) throw new DomainError('This cannot be undone: the room no longer exists')
  if (!isServingSomeoneElse(room, patient)) return
  throw new DomainError(`This cannot be undone: ${room.name} is serving another patient`)
}

function isTooOld({ at }: UndoableStep, now: string) {
  return Date.parse(now) - Date.parse(at) > UNDO_TTL_MS
}

function notUndoableError() {
  return new DomainError('This can no longer be undone')
}

export async function undoReset(app: App, byUserId: number): Promise<number> {
  const { write, channel, log, now } = app
  const restored = await write(async tx => {
    const { today } = getCurrentDays(app)
    const ids = await resets.undoReset(tx, [today, addDays(today, -1)], now())
    if (ids === null) throw notUndoableError()
    return ids
  })
  log('info', 'queue reset undone', { userId: byUserId, patients: restored.length })
  publishChange(channel, { what: 'reset undone', patientIds: restored })
  return restored.length
}
