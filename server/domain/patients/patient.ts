import type { PatientQueue } from '../queues/patient-queue.ts'
import type { PatientRoom } from '../rooms/room.ts'
import { formatShortDay } from '../time.ts'
import type { PatientTexts } from './patient-fields.ts'

export const STATUSES = [
  'waiting',
  'called',
  'in-progress',
  'completed',
  'requeue',
  'no-show',
] as const
export type Status = (typeof STATUSES)[number]

export const JOURNEY_ACTIONS = [
  'registered',
  'called',
  'called again',
  'in progress',
  'dispensary',
  'requeue',
  'completed',
  'missed',
  'no-show',
  'brought back',
  'moved',
  'undone',
] as const
export type JourneyAction = (typeof JOURNEY_ACTIONS)[number]

export type JourneyEntry = {
  action: JourneyAction
  timestamp: string
  roomName: string | null
  requeueReason: string | null
  fromRoom: string | null
  /** The queue that the patient was registered for, or moved to. */
  queueName?: string
}

export function withoutUndone(journey: JourneyEntry[]) {
  const steps: JourneyEntry[] = []
  for (const entry of journey) {
    if (entry.action === 'undone') steps.pop()
    else steps.push(entry)
  }
  return steps
}

export const HOLD_KINDS = ['missed', 'timed', 'away'] as const

/** The reason why a waiting patient is not called yet. */
export type Hold =
  /** The patient returns after this many first calls of others in the same queue. */
  | { kind: 'missed'; callsLeft: number }
  | { kind: 'timed'; until: string }
  /** Lasts until Back, or until `callsLeft` others of the same queue had their first call. */
  | { kind: 'away'; callsLeft?: number }

export type PatientState = {
  status: Status
  queue: PatientQueue | null
  calledAt: string | null
  room: PatientRoom | null
  lastRoom: PatientRoom | null
  requeueReason: string | null
  readyForDispensary: boolean
  /** Remains after the hold is over, until a step replaces it. */
  hold: Hold | null
  /** Number of calls missed in a row; 0 after the patient came. */
  missedCount: number
}

export function toState(patient: PatientState): PatientState {
  const { status, queue, calledAt, room, lastRoom, requeueReason } = patient
  const { readyForDispensary, hold, missedCount } = patient
  const place = { status, queue, calledAt, room, lastRoom, requeueReason }
  return { ...place, readyForDispensary, hold, missedCount }
}

/** `day`: the clinic's day, YYYY-MM-DD. The phone number is kept only on this day. */
export type Patient = PatientState &
  PatientTexts & {
    id: number
    number: number
    /** The number as displays show it: 007, or B007 in a queue with a prefix. */
    label: string
    day: string
    type: string
    registeredAt: string
    /** ISO 8601, if the patient came to an appointment. */
    appointmentAt?: string
    /** Rises with every call, so calls stay in order when the clock is set back. */
    callSequence: number | null
    isPriority: boolean
    isDiscreet: boolean
    journey: JourneyEntry[]
  }

/** Formats a number as in `label`. Patients, calls and tickets have this text already. */
export function formatNumber(number: number, prefix: string | null = null) {
  return (prefix ?? '') + String(number).padStart(3, '0')
}

/** Start of the waiting time. Patients who come early wait from the time of the appointment. */
export function getWaitStart({
  registeredAt,
  appointmentAt = registeredAt,
}: Pick<Patient, 'registeredAt' | 'appointmentAt'>) {
  return appointmentAt > registeredAt ? appointmentAt : registeredAt
}

type Dated = Pick<Patient, 'label' | 'day'>

/** Returns '19 Nov' for a number from another day, because today's numbers repeat it. */
export function formatOtherDay({ day }: Pick<Dated, 'day'>, today: string) {
  return day === today || today === '' ? '' : formatShortDay(day)
}

export function formatDatedLabel(patient: Dated, today: string) {
  return [patient.label, formatOtherDay(patient, today)].filter(Boolean).join(' · ')
}

export function getDatedName(patient: Dated & Pick<Patient, 'name'>, today: string) {
  return getTvName({ name: patient.name, label: formatDatedLabel(patient, today) })
}

export function getTvName({ name, label }: Pick<Patient, 'name' | 'label'>) {
  return name ?? `No. ${label}`
}

export function getListName({ name }: Pick<Patient, 'name'>) {
  return name ?? 'Without Name'
}

export function isFinished({ status }: Pick<Patient, 'status'>) {
  return status === 'completed' || status === 'no-show'
}

export function isActive({ status }: Pick<Patient, 'status'>) {
  return status === 'called' || status === 'in-progress'
}

/** The `type` of patients who registered at a kiosk. Only kiosks can use this type. */
export const KIOSK_TYPE = 'kiosk'

export function isFromKiosk({ type }: Pick<Patient, 'type'>) {
  return type === KIOSK_TYPE
}

/** True if the patient waits for a room, so another queue may take over. */
export function isMovable(patient: Pick<Patient, 'status' | 'readyForDispensary'>) {
  return !isActive(patient) && !isFinished(patient) && !patient.readyForDispensary
}
