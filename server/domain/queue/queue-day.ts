import {
  type JourneyAction,
  type JourneyEntry,
  type Patient,
  withoutUndone,
} from '../patients/patient.ts'
import { DISPENSARY } from '../rooms/room.ts'
import { isAway } from './lists.ts'
import { forgetHadAppointment, type Waiting, type WaitsFor } from './next-patient.ts'

/** A time in which a patient could be called, in ms since 1970. `to` is null while it lasts. */
type Stay = Waiting & {
  from: number
  to: number | null
}

/** Somebody joins the queue: a forecast is made for them, and judged by their first call. */
export type Arrival = { id: number; at: number }
export type RoomCall = { id: number; at: number; room: string }

export type QueueDay = { stays: Stay[]; arrivals: Arrival[]; calls: RoomCall[] }

export function toQueueDay(patients: Patient[], waitsFor: WaitsFor): QueueDay {
  const day: QueueDay = { stays: [], arrivals: [], calls: [] }
  for (const patient of patients) addPatient(day, patient, waitsFor)
  day.arrivals.sort(byTime)
  day.calls.sort(byTime)
  return day
}

function byTime(a: { at: number }, b: { at: number }) {
  return a.at - b.at
}

function addPatient(day: QueueDay, patient: Patient, waitsFor: WaitsFor) {
  const { id, registeredAt, appointmentAt, isPriority } = forgetHadAppointment(patient, {
    waitsFor,
  })
  const own: Waiting = { id, registeredAt, isPriority, ...(appointmentAt && { appointmentAt }) }
  let from: number | null = null
  let isHere = false
  let hasArrived = false

  function begin(at: number) {
    if (!hasArrived) day.arrivals.push({ id, at })
    hasArrived = true
    from = at
  }
  function end(at: number) {
    if (from !== null) day.stays.push({ ...own, from, to: at })
    from = null
  }

  for (const entry of withoutUndone(patient.journey)) {
    const at = Date.parse(entry.timestamp)
    const joined = getJoined(entry)
    if (joined) isHere = joined === waitsFor
    // The patient could not be called until then.
    if (entry.action === 'brought back') from = null
    end(at)
    if (isHere && entry.action === 'called') day.calls.push({ id, at, room: entry.roomName ?? '' })
    if (isHere && STARTS.includes(entry.action)) begin(at)
  }
  if (from === null || isAway(patient)) return
  day.stays.push({ ...own, from, to: null })
}

/** Who missed a call comes between the others later, and counts from the next call. */
const STARTS: JourneyAction[] = ['registered', 'dispensary', 'requeue', 'brought back']

/** Null for a step that leaves a patient where they waited before. */
function getJoined({ action, roomName }: JourneyEntry): WaitsFor | null {
  if (action === 'registered') return 'consultation'
  if (action === 'dispensary') return 'dispensary'
  if (action !== 'called') return null
  return roomName === DISPENSARY ? 'dispensary' : 'consultation'
}
