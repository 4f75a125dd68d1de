import { Refusal } from '../errors.ts'
import { isActive, type JourneyAction, type Patient, type Status } from '../patients/patient.ts'
import { DISPENSARY, isServingSomeoneElse, type Room } from '../rooms/room.ts'
import { requeueReason } from './requeue-reason.ts'

/** What a desk may ask for; 'dispensary' is a wish, not a status that a patient keeps. */
export const WISHES = [
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
  /** How many steps of the journey the desk had before its eyes; left out by whoever insists. */
  seenSteps?: number | undefined
}

/** A patient after a step, and the line that the step adds to the journey (its end). */
export type Move = { patient: Patient; isCall: boolean }

/** Decides a wished step. `room` is where a call goes to; other steps do not look at it. */
export function move(patient: Patient, change: StatusChange, room: Room | null, now: string): Move {
  refuseIfSomebodyWasFaster(patient, change)
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
      throw new Refusal('A patient returns to the queue by Requeue')
  }
}

/** Refuses what a desk decided on by an older state than the patient is in by now. */
export function refuseIfSomebodyWasFaster(
  patient: Patient,
  { seenSteps }: Pick<StatusChange, 'seenSteps'>,
) {
  if (seenSteps === undefined || seenSteps === patient.trackingHistory.length) return
  throw new Refusal(`Another desk was faster: this patient is ${whereabouts(patient)}`)
}

function whereabouts({ status, windowName, readyForDispensary }: Patient) {
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

export function call(patient: Patient, room: Room | null, now: string): Move {
  if (patient.status === 'completed') throw new Refusal('This patient is already completed')
  if (!room) throw new Refusal('Please select room first', { status: 400, field: 'windowId' })
  if (!room.isActive) throw new Refusal('This room is not active')
  if (isServingSomeoneElse(room, patient)) throw new Refusal('This room is serving another patient')

  const again = isActive(patient) && patient.windowId === room.id
  return step(patient, again ? 'called again' : 'called', now, {
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
  if (patient.status === 'in-progress') throw new Refusal('This patient is already in progress')
  needsToBeCalled(patient)
  return step(patient, 'in progress', now, { status: 'in-progress' })
}

export function dispense(patient: Patient, now: string) {
  if (patient.readyForDispensary || patient.windowName === DISPENSARY) {
    throw new Refusal('This patient is already with the dispensary')
  }
  needsToBeCalled(patient)
  return step(patient, 'dispensary', now, {
    ...OUTSIDE,
    status: 'waiting',
    readyForDispensary: true,
    requeueReason: null,
  })
}

/** Whoever is sent back out of the dispensary waits for the dispensary again. */
export function requeue(patient: Patient, reason: string, now: string) {
  needsToBeCalled(patient)
  return step(patient, 'requeue', now, {
    ...OUTSIDE,
    status: 'requeue',
    requeueReason: requeueReason(reason),
    readyForDispensary: patient.readyForDispensary || patient.windowName === DISPENSARY,
  })
}

export function complete(patient: Patient, now: string) {
  needsToBeCalled(patient)
  return step(patient, 'completed', now, {
    ...OUTSIDE,
    status: 'completed',
    readyForDispensary: false,
  })
}

const OUTSIDE = { windowId: null, windowName: null }

function needsToBeCalled(patient: Patient) {
  if (patient.status === 'completed') throw new Refusal('This patient is already completed')
  if (!isActive(patient)) throw new Refusal('This patient has not been called yet')
}

function step(before: Patient, action: JourneyAction, now: string, change: Partial<Patient>): Move {
  const patient = { ...before, ...change }
  const left = before.windowName !== patient.windowName ? before.windowName : null
  const entry = {
    action,
    timestamp: now,
    roomName: patient.windowName,
    requeueReason: action === 'requeue' ? patient.requeueReason : null,
    fromRoom: left,
  }
  const trackingHistory = [...before.trackingHistory, entry]
  return { patient: { ...patient, trackingHistory }, isCall: change.calledAt === now }
}
