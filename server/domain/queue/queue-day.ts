import { type JourneyEntry, type Patient, withoutUndone } from '../patients/patient.ts'
import { DISPENSARY } from '../rooms/room.ts'
import type { Queue } from './next-patient.ts'

/** A time in which a patient could be called, in ms since 1970. `to` is null while it lasts. */
type Stay = Pick<Patient, 'id' | 'registeredAt' | 'isPriority'> & {
  from: number
  to: number | null
}

/** Somebody joins the queue: a forecast is made for them, and judged by their first call. */
export type Arrival = { id: number; at: number }
export type RoomCall = { id: number; at: number; room: string }

export type QueueDay = { stays: Stay[]; arrivals: Arrival[]; calls: RoomCall[] }

export function toQueueDay(patients: Patient[], queue: Queue): QueueDay {
  const day: QueueDay = { stays: [], arrivals: [], calls: [] }
  for (const patient of patients) addPatient(day, patient, queue)
  day.arrivals.sort(byTime)
  day.calls.sort(byTime)
  return day
}

function byTime(a: { at: number }, b: { at: number }) {
  return a.at - b.at
}

function addPatient(day: QueueDay, patient: Patient, queue: Queue) {
  const { id, registeredAt, isPriority } = patient
  let from: number | null = null
  let hasArrived = false

  function begin(at: number) {
    if (!hasArrived) day.arrivals.push({ id, at })
    hasArrived = true
    from = at
  }
  function end(at: number) {
    if (from !== null) day.stays.push({ id, registeredAt, isPriority, from, to: at })
    from = null
  }

  for (const entry of withoutUndone(patient.journey)) {
    const at = Date.parse(entry.timestamp)
    end(at)
    if (isCallOf(queue, entry)) day.calls.push({ id, at, room: entry.roomName ?? '' })
    if (isStartOf(queue, entry, hasArrived)) begin(at)
  }
  if (from !== null) day.stays.push({ id, registeredAt, isPriority, from, to: null })
}

function isCallOf(queue: Queue, { action, roomName }: JourneyEntry) {
  return action === 'called' && (roomName === DISPENSARY) === (queue === 'dispensary')
}

/** Who missed a call comes between the others later, and counts from the next call. */
function isStartOf(queue: Queue, { action }: JourneyEntry, hasArrived: boolean) {
  if (queue === 'dispensary') {
    return action === 'dispensary' || (hasArrived && action === 'requeue')
  }
  return action === 'registered' || action === 'requeue'
}
