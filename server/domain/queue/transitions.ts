import { DomainError } from '../errors.ts'
import {
  formatRoom,
  isActive,
  type JourneyAction,
  type JourneyEntry,
  type Patient,
  type PatientState,
  type Status,
  toPatientRoom,
} from '../patients/patient.ts'
import { DISPENSARY, isServingSomeoneElse, type Room } from '../rooms/room.ts'
import { validateRequeueReason } from './requeue-reason.ts'

/** 'dispensary' can be requested, but is not a status of a patient. */
export const REQUESTED_STATUSES = [
  'waiting',
  'called',
  'in-progress',
  'dispensary',
  'requeue',
  'completed',
] as const
export type StatusChange = {
  status: Status | 'dispensary'
  windowId?: number | null | undefined
  requeueReason?: string | null | undefined
  /** Number of journey entries that the desk saw; without it a stale request is not detected. */
  seenSteps?: number | undefined
}

/** `patient` is in the new `state`, with the new `entry` at the end of `trackingHistory`. */
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
): Transition {
  assertNotStale(patient, change)
  switch (change.status) {
    case 'called':
      return call(patient, room, now)
    case 'in-progress':
      return start(patient, now)
    case 'dispensary':
      return dispense(patient, now)
    case 'requeue':
      return requeue(patient, change.requeueReason ?? '', now)
    case 'completed':
      return complete(patient, now)
    case 'waiting':
      throw new DomainError('A patient returns to the queue by Requeue')
  }
}

export function assertNotStale(patient: Patient, { seenSteps }: Pick<StatusChange, 'seenSteps'>) {
  if (seenSteps === undefined || seenSteps === patient.trackingHistory.length) return
  throw new DomainError(`Another desk was faster: this patient is ${describeState(patient)}`)
}

function describeState({ status, room, readyForDispensary }: Patient) {
  switch (status) {
    case 'called':
      return `called to ${formatRoom(room)}`
    case 'in-progress':
      return `in progress in ${formatRoom(room)}`
    case 'completed':
      return 'completed'
    case 'requeue':
    case 'waiting':
      return readyForDispensary ? 'waiting for the dispensary' : 'back in the queue'
  }
}

export function call(patient: Patient, room: Room | null, now: string): Transition {
  if (patient.status === 'completed') throw new DomainError('This patient is already completed')
  if (!room) throw new DomainError('Please select room first', { status: 400, field: 'windowId' })
  if (!room.isActive) throw new DomainError(`${formatRoom(room)} is not active`)
  if (isServingSomeoneElse(room, patient))
    throw new DomainError('This room is serving another patient')

  const isRepeat = isActive(patient) && patient.room?.id === room.id
  return addStep(patient, isRepeat ? 'called again' : 'called', now, {
    status: 'called',
    calledAt: now,
    room: toPatientRoom(room),
    lastRoom: toPatientRoom(room),
    requeueReason: patient.requeueReason,
    readyForDispensary: patient.readyForDispensary && room.name === DISPENSARY,
  })
}

export function start(patient: Patient, now: string) {
  if (patient.status === 'in-progress') throw new DomainError('This patient is already in progress')
  assertCalled(patient)
  const { calledAt, room, lastRoom, requeueReason, readyForDispensary } = patient
  const unchanged = { calledAt, room, lastRoom, requeueReason, readyForDispensary }
  return addStep(patient, 'in progress', now, { ...unchanged, status: 'in-progress' })
}

export function dispense(patient: Patient, now: string) {
  if (patient.readyForDispensary || patient.room?.name === DISPENSARY) {
    throw new DomainError('This patient is already with the dispensary')
  }
  assertCalled(patient)
  return addStep(patient, 'dispensary', now, {
    ...withoutRoom(patient),
    status: 'waiting',
    requeueReason: null,
    readyForDispensary: true,
  })
}

export function requeue(patient: Patient, reason: string, now: string) {
  assertCalled(patient)
  return addStep(patient, 'requeue', now, {
    ...withoutRoom(patient),
    status: 'requeue',
    requeueReason: validateRequeueReason(reason),
    readyForDispensary: patient.readyForDispensary || patient.room?.name === DISPENSARY,
  })
}

export function complete(patient: Patient, now: string) {
  assertCalled(patient)
  return addStep(patient, 'completed', now, {
    ...withoutRoom(patient),
    status: 'completed',
    requeueReason: patient.requeueReason,
    readyForDispensary: false,
  })
}

function withoutRoom({ calledAt, lastRoom }: Patient) {
  return { calledAt, room: null, lastRoom }
}

function assertCalled(patient: Patient) {
  if (patient.status === 'completed') throw new DomainError('This patient is already completed')
  if (!isActive(patient)) throw new DomainError('This patient has not been called yet')
}

function addStep(
  before: Patient,
  action: JourneyAction,
  now: string,
  state: PatientState,
): Transition {
  const from = before.room && formatRoom(before.room)
  const to = state.room && formatRoom(state.room)
  const entry = {
    action,
    timestamp: now,
    roomName: to,
    requeueReason: action === 'requeue' ? state.requeueReason : null,
    fromRoom: from === to ? null : from,
  }
  const trackingHistory = [...before.trackingHistory, entry]
  const isCall = action === 'called' || action === 'called again'
  return { patient: { ...before, ...state, trackingHistory }, state, entry, isCall }
}
