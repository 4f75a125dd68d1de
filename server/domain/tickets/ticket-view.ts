import { isActive, isFinished, type Patient } from '../patients/patient.ts'
import { type GetRange, toLine, type WaitingRange } from '../queue/estimates.ts'
import { isForDispensary, isOnHold } from '../queue/lists.ts'
import { countAppointmentsInRow, getCallOrder } from '../queue/next-patient.ts'
import type { NextRules } from '../queue/order-rules.ts'
import { getQueueId } from '../queues/patient-queue.ts'
import { splitRoom } from '../rooms/room-label.ts'

export const TICKET_STATES = [
  'waiting',
  'next',
  'called',
  'missed',
  'hold',
  'away',
  'dispensary',
  'done',
] as const

/** A ticket without names and reasons. About other patients, it shows only the newest call. */
export type TicketView = {
  number: number
  label: string
  day: string
  state: (typeof TICKET_STATES)[number]
  /** Number of patients called before; null if the patient does not wait for a call. */
  ahead: number | null
  at: string | null
  range: WaitingRange | null
  /** The name of the room. `lastCalled` has only the place, without the doctor. */
  room: string | null
  lastCalled: { number: number; label: string; day: string; room: string } | null
}

type Options = {
  now: string
  rules: NextRules
  getRange: GetRange
}
type Place = Pick<TicketView, 'state' | 'ahead' | 'at' | 'room'>

const NO_PLACE = { ahead: null, at: null, room: null }

export function toTicketViews(patients: Patient[], options: Options): Map<number, TicketView> {
  const { now, rules } = options
  const dispensary = getCallOrder(patients, { waitsFor: 'dispensary', now, rules })
  const lastCalled = getLastCalled(patients)
  const views = new Map<number, TicketView>()
  for (const [queueId, ofQueue] of Map.groupBy(patients, getQueueId)) {
    const appointmentsInRow = countAppointmentsInRow(ofQueue, new Set([queueId]))
    const turn = { waitsFor: 'consultation', now, rules, appointmentsInRow } as const
    const consultation = getCallOrder(ofQueue, turn)
    const positions = new Map(
      [consultation, dispensary].flatMap(order => order.map(({ id }, index) => [id, index])),
    )
    const lastOfQueue = getLastCalled(ofQueue)
    for (const patient of ofQueue) {
      const { number, label, day } = patient
      const place = toPlace(patient, positions.get(patient.id) ?? 0, now)
      const range = toRange(place, queueId, options)
      const last = place.state === 'dispensary' ? lastCalled : lastOfQueue
      views.set(patient.id, { number, label, day, ...place, range, lastCalled: last })
    }
  }
  return views
}

function toPlace(patient: Patient, ahead: number, now: string): Place {
  const { status, calledAt, room, hold } = patient
  if (isActive(patient)) {
    return { ...NO_PLACE, state: 'called', at: calledAt, room: room?.name ?? null }
  }
  if (status === 'no-show') return { ...NO_PLACE, state: 'missed', at: calledAt }
  if (isFinished(patient)) return { ...NO_PLACE, state: 'done' }
  if (hold !== null && isOnHold(patient, now)) {
    if (hold.kind === 'timed') return { ...NO_PLACE, state: 'hold', at: hold.until }
    return { ...NO_PLACE, state: hold.kind, at: hold.kind === 'missed' ? calledAt : null }
  }
  if (isForDispensary(patient)) return { ...NO_PLACE, state: 'dispensary', ahead }
  return { ...NO_PLACE, state: ahead === 0 ? 'next' : 'waiting', ahead }
}

function toRange({ state, ahead }: Place, queueId: number | null, { getRange }: Options) {
  if (ahead === null) return null
  return getRange(state === 'dispensary' ? 'dispensary' : toLine(queueId), ahead)
}

function getLastCalled(patients: Patient[]): TicketView['lastCalled'] {
  const called = patients.filter(({ callSequence }) => callSequence !== null)
  if (called.length === 0) return null
  const { number, label, day, room, lastRoom } = called.reduce((newest, patient) =>
    (patient.callSequence ?? 0) > (newest.callSequence ?? 0) ? patient : newest,
  )
  // Omit the doctor's name, because other patients' doctors are private.
  return { number, label, day, room: splitRoom(room ?? lastRoom).place }
}

export const TICKET_PATH = '/t'

export const getPrintPath = (patientId: number | ':id') => `/tickets/${patientId}`

/** Message from a ticket's page to reception's page, which prints the ticket in a frame. */
export const PRINTED = 'ticket printed'
