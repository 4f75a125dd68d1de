import {
  type JourneyAction,
  type JourneyEntry,
  type Patient,
  withoutUndone,
} from '../patients/patient.ts'
import { DISPENSARY } from '../rooms/room.ts'
import { isAway } from './lists.ts'
import { forgetHadAppointment, type Waiting, type WaitsFor } from './next-patient.ts'

/** A period in which a patient could be called, in ms since 1970. `to`: null until it ends. */
type Stay = Waiting & {
  from: number
  to: number | null
}

/** A patient joins the queue and gets a forecast, which the patient's first call judges. */
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
    // The patient could not be called before Back, so discard the period.
    if (entry.action === 'brought back') from = null
    end(at)
    if (isHere && entry.action === 'called') day.calls.push({ id, at, room: entry.roomName ?? '' })
    if (isHere && STARTS.includes(entry.action)) begin(at)
  }
  if (from === null || isAway(patient)) return
  day.stays.push({ ...own, from, to: null })
}

/** Steps that start a stay. A missed call does not, because the patient returns at a later call. */
const STARTS: JourneyAction[] = ['registered', 'dispensary', 'requeue', 'brought back']

function getJoined({ action, roomName }: JourneyEntry): WaitsFor | null {
  if (action === 'registered') return 'consultation'
  if (action === 'dispensary') return 'dispensary'
  if (action !== 'called') return null
  return roomName === DISPENSARY ? 'dispensary' : 'consultation'
}
