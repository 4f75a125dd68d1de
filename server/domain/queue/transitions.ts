import { DomainError } from '../errors.ts'
import {
  type Hold,
  isActive,
  type JourneyAction,
  type JourneyEntry,
  type Patient,
  type PatientState,
  type Status,
  toState,
} from '../patients/patient.ts'
import { getQueueName, type PatientQueue } from '../queues/patient-queue.ts'
import { isDispensary, isServingSomeoneElse, type Room, toPatientRoom } from '../rooms/room.ts'
import { MINUTE_MS } from '../time.ts'
import { MISSED_REASON, validateHoldMinutes, validateRequeueReason } from './requeue-reason.ts'
import type { Seen } from './stale-step.ts'

/** 'dispensary' can be requested, but is not a status of a patient. */
export const REQUESTED_STATUSES = [
  'waiting',
  'called',
  'in-progress',
  'dispensary',
  'requeue',
  'completed',
  'missed',
  'no-show',
] as const
export type StatusChange = Seen & {
  status: Status | 'dispensary' | 'missed'
  windowId?: number | null | undefined
  requeueReason?: string | null | undefined
  holdMinutes?: number | null | undefined
}

/** First calls of others until a patient on hold returns; null if only Back ends the hold. */
export type HoldRules = { missedCalls: number; awayCalls: number | null }
export const DEFAULT_HOLD_RULES: HoldRules = { missedCalls: 3, awayCalls: null }
export const UNDO_TTL_MS = 10 * MINUTE_MS
const MISSES_BEFORE_NO_SHOW = 2

/** `patient` is in the new `state`, with the new `entry` at the end of `journey`. */
export type Transition = {
  patient: Patient
  state: PatientState
  entry: JourneyEntry
  isCall: boolean
}

export function transition(
  patient: Patient,
  change: StatusChange,
  room: Room | null,
  now: string,
  { missedCalls, awayCalls }: HoldRules = DEFAULT_HOLD_RULES,
): Transition {
  switch (change.status) {
    case 'called':
      return call(patient, room, now)
    case 'in-progress':
      return start(patient, now)
    case 'dispensary':
      return dispense(patient, now)
    case 'requeue':
      return requeue(patient, change.requeueReason ?? '', now, toHold(change, now, awayCalls))
    case 'completed':
      return complete(patient, now)
    case 'missed':
      return miss(patient, now, missedCalls)
    case 'no-show':
      return closeAsNoShow(patient, now)
    case 'waiting':
      return bringBack(patient, now)
  }
}

function call(patient: Patient, room: Room | null, now: string): Transition {
  assertUnfinished(patient)
  if (!room) throw new DomainError('Please select room first', { status: 400, field: 'windowId' })
  if (!room.isActive) throw new DomainError(`${room.name} is not active`)
  if (isServingSomeoneElse(room, patient))
    throw new DomainError('This room is serving another patient')

  const isRepeat = isActive(patient) && patient.room?.id === room.id
  const called = toPatientRoom(room)
  return addStep(patient, isRepeat ? 'called again' : 'called', now, {
    status: 'called',
    calledAt: now,
    room: called,
    lastRoom: called,
    readyForDispensary: patient.readyForDispensary && isDispensary(room),
    hold: null,
  })
}

function start(patient: Patient, now: string) {
  assertNotStarted(patient)
  assertCalled(patient)
  const change = { status: 'in-progress', hold: null, missedCount: 0 } as const
  return addStep(patient, 'in progress', now, change)
}

function dispense(patient: Patient, now: string) {
  if (isAtDispensary(patient)) {
    throw new DomainError('This patient is already with the dispensary')
  }
  assertCalled(patient)
  return addStep(patient, 'dispensary', now, {
    status: 'waiting',
    room: null,
    requeueReason: null,
    readyForDispensary: true,
    hold: null,
    missedCount: 0,
  })
}

function requeue(patient: Patient, reason: string, now: string, hold: Hold) {
  assertCalled(patient)
  return addStep(patient, 'requeue', now, {
    status: 'requeue',
    room: null,
    requeueReason: validateRequeueReason(reason),
    readyForDispensary: isAtDispensary(patient),
    hold,
    missedCount: 0,
  })
}

function toHold({ holdMinutes }: StatusChange, now: string, awayCalls: number | null): Hold {
  if (holdMinutes === null || holdMinutes === undefined) {
    return awayCalls === null ? { kind: 'away' } : { kind: 'away', callsLeft: awayCalls }
  }
  const until = new Date(Date.parse(now) + validateHoldMinutes(holdMinutes) * MINUTE_MS)
  return { kind: 'timed', until: until.toISOString() }
}

function miss(patient: Patient, now: string, callsLeft: number) {
  assertCalled(patient)
  assertNotStarted(patient)
  return addStep(patient, 'missed', now, {
    status: 'requeue',
    room: null,
    requeueReason: MISSED_REASON,
    readyForDispensary: isAtDispensary(patient),
    hold: { kind: 'missed', callsLeft },
    missedCount: patient.missedCount + 1,
  })
}

function isAtDispensary({ readyForDispensary, room }: Patient) {
  return readyForDispensary || isDispensary(room)
}

export function canBeNoShow({ status, missedCount }: Pick<Patient, 'status' | 'missedCount'>) {
  return missedCount >= MISSES_BEFORE_NO_SHOW && (status === 'called' || status === 'requeue')
}

function closeAsNoShow(patient: Patient, now: string) {
  assertUnfinished(patient)
  if (!canBeNoShow(patient)) {
    throw new DomainError(`You can mark a no-show after ${MISSES_BEFORE_NO_SHOW} missed calls`)
  }
  return endVisit(patient, 'no-show', now)
}

/** `isForced`: the queue ends, so patients move even from a room or while waiting for medicine. */
export function moveToQueue(
  patient: Patient,
  queue: PatientQueue | null,
  now: string,
  { isForced = false } = {},
) {
  assertUnfinished(patient)
  if (!isForced) assertMovable(patient, queue)
  return addStep(patient, 'moved', now, { queue })
}

function assertMovable(patient: Patient, queue: PatientQueue | null) {
  if (isActive(patient))
    throw new DomainError('Complete or requeue this patient before moving them')
  if (patient.readyForDispensary) {
    throw new DomainError('This patient is already with the dispensary')
  }
  if (patient.queue?.id === queue?.id) {
    throw new DomainError(`This patient is already in ${getQueueName(queue)}`)
  }
}

function bringBack(patient: Patient, now: string) {
  if (!patient.hold) throw new DomainError('Use Requeue to send this patient back to the queue')
  return addStep(patient, 'brought back', now, { hold: null })
}

function complete(patient: Patient, now: string) {
  assertCalled(patient)
  return endVisit(patient, 'completed', now)
}

export function endVisit(patient: Patient, status: 'completed' | 'no-show', now: string) {
  const change = { status, room: null, readyForDispensary: false, hold: null }
  return addStep(patient, status, now, change)
}

function assertNotStarted({ status }: Patient) {
  if (status === 'in-progress') throw new DomainError('This patient is already in progress')
}

function assertUnfinished({ status }: Patient) {
  if (status === 'completed') throw new DomainError('This patient is already completed')
  if (status === 'no-show') throw new DomainError('This visit was closed as no-show')
}

function assertCalled(patient: Patient) {
  assertUnfinished(patient)
  if (!isActive(patient)) throw new DomainError('This patient has not been called yet')
}

function addStep(
  before: Patient,
  action: JourneyAction,
  now: string,
  change: Partial<PatientState>,
): Transition {
  const state = { ...toState(before), ...change }
  const from = before.room?.name ?? null
  const to = state.room?.name ?? null
  const entry: JourneyEntry = {
    action,
    timestamp: now,
    roomName: to,
    requeueReason: action === 'requeue' ? state.requeueReason : null,
    fromRoom: from === to ? null : from,
    ...(action === 'moved' ? { queueName: getQueueName(state.queue) } : {}),
  }
  const journey = [...before.journey, entry]
  const isCall = action === 'called' || action === 'called again'
  // Saving the call sets its sequence, so the sequence of an earlier call is removed.
  const callSequence = isCall ? null : before.callSequence
  return { patient: { ...before, ...state, journey, callSequence }, state, entry, isCall }
}
