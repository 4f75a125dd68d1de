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
  /** Of who was registered for a queue, or moved to it. */
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

/** Why a waiting patient is not called yet. */
export type Hold =
  /** So many others of the same queue have their first call before. */
  | { kind: 'missed'; callsLeft: number }
  /** ISO 8601 in UTC. */
  | { kind: 'timed'; until: string }
  /** Until Back; or, by a setting, until so many others of the same queue had their first call. */
  | { kind: 'away'; callsLeft?: number }

export type PatientState = {
  status: Status
  queue: PatientQueue | null
  calledAt: string | null
  room: PatientRoom | null
  lastRoom: PatientRoom | null
  requeueReason: string | null
  readyForDispensary: boolean
  /** Stays when it is over, until the next step. */
  hold: Hold | null
  /** How often this patient did not come, since the last time at this queue. */
  missedCount: number
}

export function toState(patient: PatientState): PatientState {
  const { status, queue, calledAt, room, lastRoom, requeueReason } = patient
  const { readyForDispensary, hold, missedCount } = patient
  const place = { status, queue, calledAt, room, lastRoom, requeueReason }
  return { ...place, readyForDispensary, hold, missedCount }
}

/** `day` is the clinic's, YYYY-MM-DD. A phone number is only known on this day. */
export type Patient = PatientState &
  PatientTexts & {
    id: number
    number: number
    /** The number as it is called: 007, or B007 of a queue with a prefix. */
    label: string
    day: string
    type: string
    registeredAt: string
    /** ISO 8601, of who came to an appointment. */
    appointmentAt?: string
    /** Rises with every call: they stay in order when the clock is set back. */
    callSequence: number | null
    isPriority: boolean
    isDiscreet: boolean
    journey: JourneyEntry[]
  }

/** Where a patient, a call or a ticket is at hand, its `label` is this. */
export function formatNumber(number: number, prefix: string | null = null) {
  return (prefix ?? '') + String(number).padStart(3, '0')
}

/** Since when a patient's waiting counts: who comes early waits for the time of the appointment. */
export function getWaitStart({
  registeredAt,
  appointmentAt = registeredAt,
}: Pick<Patient, 'registeredAt' | 'appointmentAt'>) {
  return appointmentAt > registeredAt ? appointmentAt : registeredAt
}

type Dated = Pick<Patient, 'label' | 'day'>

/** '19 Nov' for a number of another day, because a patient of today may have the same one. */
export function formatOtherDay({ day }: Pick<Dated, 'day'>, today: string) {
  return day === today || today === '' ? '' : formatShortDay(day)
}

/** 'B001', or 'B001 · 19 Nov' for a number of another day. */
export function formatDatedLabel(patient: Dated, today: string) {
  return [patient.label, formatOtherDay(patient, today)].filter(Boolean).join(' · ')
}

/** The name, or the number with its day. */
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

/** Only a kiosk registers with it; screens read it. */
export const KIOSK_TYPE = 'kiosk'

export function isFromKiosk({ type }: Pick<Patient, 'type'>) {
  return type === KIOSK_TYPE
}

/** Whether the patient waits for a room, so that another queue may take over. */
export function isMovable(patient: Pick<Patient, 'status' | 'readyForDispensary'>) {
  return !isActive(patient) && !isFinished(patient) && !patient.readyForDispensary
}
