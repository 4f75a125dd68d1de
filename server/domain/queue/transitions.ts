import { DomainError } from '../errors.ts'
import { isActive, type JourneyAction, type Patient, type Status } from '../patients/patient.ts'
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

/** The patient after a step, with the new entry at the end of `trackingHistory`. */
export type Transition = { patient: Patient; isCall: boolean }

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

function describeState({ status, windowName, readyForDispensary }: Patient) {
  switch (status) {
    case 'called':
      return `called to ${windowName}`
    case 'in-progress':
      return `in progress in ${windowName}`
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
  if (!room.isActive) throw new DomainError('This room is not active')
  if (isServingSomeoneElse(room, patient))
    throw new DomainError('This room is serving another patient')

  const isRepeat = isActive(patient) && patient.windowId === room.id
  return addStep(patient, isRepeat ? 'called again' : 'called', now, {
    status: 'called',
    calledAt: now,
    windowId: room.id,
    windowName: room.name,
    lastWindowId: room.id,
    lastWindowName: room.name,
    readyForDispensary: patient.readyForDispensary && room.name === DISPENSARY,
  })
}

export function start(patient: Patient, now: string) {
  if (patient.status === 'in-progress') throw new DomainError('This patient is already in progress')
  assertCalled(patient)
  return addStep(patient, 'in progress', now, { status: 'in-progress' })
}

export function dispense(patient: Patient, now: string) {
  if (patient.readyForDispensary || patient.windowName === DISPENSARY) {
    throw new DomainError('This patient is already with the dispensary')
  }
  assertCalled(patient)
  return addStep(patient, 'dispensary', now, {
    ...NO_ROOM,
    status: 'waiting',
    readyForDispensary: true,
    requeueReason: null,
  })
}

export function requeue(patient: Patient, reason: string, now: string) {
  assertCalled(patient)
  return addStep(patient, 'requeue', now, {
    ...NO_ROOM,
    status: 'requeue',
    requeueReason: validateRequeueReason(reason),
    readyForDispensary: patient.readyForDispensary || patient.windowName === DISPENSARY,
  })
}

export function complete(patient: Patient, now: string) {
  assertCalled(patient)
  return addStep(patient, 'completed', now, {
    ...NO_ROOM,
    status: 'completed',
    readyForDispensary: false,
  })
}

const NO_ROOM = { windowId: null, windowName: null }

function assertCalled(patient: Patient) {
  if (patient.status === 'completed') throw new DomainError('This patient is already completed')
  if (!isActive(patient)) throw new DomainError('This patient has not been called yet')
}

function addStep(
  before: Patient,
  action: JourneyAction,
  now: string,
  change: Partial<Patient>,
): Transition {
  const patient = { ...before, ...change }
  const fromRoom = before.windowName !== patient.windowName ? before.windowName : null
  const entry = {
    action,
    timestamp: now,
    roomName: patient.windowName,
    requeueReason: action === 'requeue' ? patient.requeueReason : null,
    fromRoom,
  }
  const trackingHistory = [...before.trackingHistory, entry]
  return { patient: { ...patient, trackingHistory }, isCall: change.calledAt === now }
}
