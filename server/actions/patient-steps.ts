import * as repository from '#db/repositories/patients'
import { saveTransition } from '#db/repositories/patients/save-patient'
import { countDownHolds, saveUndoableStep } from '#db/repositories/patients/undoable-steps'
import { listQueues } from '#db/repositories/queues'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import { isActive, type Patient, toState } from '#domain/patients/patient'
import { isForDispensary } from '#domain/queue/lists'
import { assertNotStale } from '#domain/queue/stale-step'
import {
  type HoldRules,
  type StatusChange,
  type Transition,
  transition,
} from '#domain/queue/transitions'
import { getQueueId, getServed } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { getUserId, type Tx } from '../write.ts'

export const toStepped = (patient: Patient) => ({ kind: 'stepped', patient }) as const

type Step = {
  before: Patient
  change: StatusChange
  room: Room | null
  groupId: string
  rules: HoldRules
}

export async function saveStep(tx: Tx, { before, change: asked, room, groupId, rules }: Step) {
  const { db, now } = tx
  assertNotStale(before, asked)
  const step = transition(before, asked, room, now, rules)
  const saved = await saveTransition(db, step, getUserId(tx))
  const countedDown = isFirstCall(before, step)
    ? await countDownHolds(db, await findCalledQueues(tx, before, room))
    : []
  const { patient, call } = saved
  await saveUndo(tx, { before, patient, groupId, call, countedDown })
  const others = await repository.findPatients(db, countedDown, tx.days)
  const change: Change = [
    call ? { kind: 'called', patient, call } : { kind: 'stepped', patient },
    ...others.map(toStepped),
  ]
  return { patient, change }
}

/** Includes all queues that the room serves. Otherwise holds in a small queue might never end. */
async function findCalledQueues({ db }: Tx, before: Patient, room: Room | null) {
  if (isForDispensary(before)) return 'dispensary'
  const served = room ? getServed(await listQueues(db), room) : []
  return new Set([getQueueId(before), ...served])
}

export async function saveMove(tx: Tx, before: Patient, step: Transition) {
  const { patient } = await saveTransition(tx.db, step, getUserId(tx))
  const groupId = crypto.randomUUID()
  await saveUndo(tx, { before, patient, groupId, call: null, countedDown: [] })
  return { patient, change: [toStepped(patient)] }
}

type Undoable = {
  before: Patient
  patient: Patient
  groupId: string
  call: Call | null
  countedDown: number[]
}

export function saveUndo(
  { db, now }: Tx,
  { before, patient, groupId, call, countedDown }: Undoable,
) {
  return saveUndoableStep(db, {
    patientId: before.id,
    groupId,
    state: toState(before),
    steps: patient.journey.length,
    at: now,
    callSequence: call?.sequence ?? null,
    countedDown,
  })
}

/** True if the call counts for patients on hold. Calling a patient who missed a call does not. */
function isFirstCall(before: Patient, { isCall }: Transition) {
  return isCall && !isActive(before) && before.hold?.kind !== 'missed'
}

export async function getListedPatient({ db, days }: Tx, id: number) {
  const patient = await repository.findPatient(db, id, days)
  if (patient) return patient
  throw new DomainError('This patient is no longer in the queue', { status: 404 })
}
