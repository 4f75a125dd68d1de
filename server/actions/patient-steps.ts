import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/patients'
import { countDownHolds, saveUndoableStep } from '#db/repositories/undoable-steps'
import { DomainError } from '#domain/errors'
import { isActive, type Patient, toState } from '#domain/patients/patient'
import { isForDispensary } from '#domain/queue/lists'
import { assertNotStale } from '#domain/queue/stale-step'
import {
  type HoldRules,
  type StatusChange,
  type Transition,
  transition,
} from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import type { CurrentDays } from '#domain/time'

type Step = {
  before: Patient
  change: StatusChange
  room: Room | null
  now: string
  byUserId: number
  groupId: string
  rules: HoldRules
}

export async function saveStep(
  tx: Query,
  { before, change, room, now, byUserId, groupId, rules }: Step,
) {
  assertNotStale(before, change)
  const step = transition(before, change, room, now, rules)
  const saved = await repository.saveTransition(tx, step, byUserId)
  const countedDown = isFirstCall(before, step)
    ? await countDownHolds(tx, { isDispensary: isForDispensary(before) })
    : []
  await saveUndoableStep(tx, {
    patientId: before.id,
    groupId,
    state: toState(before),
    steps: saved.patient.journey.length,
    at: now,
    callSequence: saved.call?.sequence ?? null,
    countedDown,
  })
  return saved
}

/** A call that brings those nearer who missed theirs; a call to one of these does not. */
function isFirstCall(before: Patient, { isCall }: Transition) {
  return isCall && !isActive(before) && before.hold?.kind !== 'missed'
}

export async function getListedPatient(tx: Query, id: number, listed: CurrentDays) {
  const patient = await repository.findPatient(tx, id, listed)
  if (patient) return patient
  throw new DomainError('This patient is no longer in the queue', { status: 404 })
}
