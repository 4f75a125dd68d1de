import { byRegistration } from '../patients/listed.ts'
import {
  getWaitStart,
  isActive,
  KIOSK_TYPE,
  type Patient,
  type Status,
  withoutUndone,
} from '../patients/patient.ts'
import { isDispensary, type Room } from '../rooms/room.ts'
import { addDays, getClinicDayStart, MINUTE_MS, type TimeZone } from '../time.ts'
import { MAX_HOLD_MINUTES } from './requeue-reason.ts'

const RECENT_REGISTRATIONS = 10

type QueueLists = Record<'priority' | 'waiting' | 'active' | 'dispensary', Patient[]>

export function getQueueLists(patients: Patient[]): QueueLists {
  const inOrder = patients.toSorted(byRegistration)
  return {
    priority: inOrder.filter(patient => isWaiting(patient) && patient.isPriority),
    waiting: inOrder.filter(patient => isWaiting(patient) && !patient.isPriority),
    active: inOrder.filter(patient => isActive(patient) && !isForDispensary(patient)),
    dispensary: inOrder.filter(isForDispensary),
  }
}

export function isOnHold({ hold }: Pick<Patient, 'hold'>, now: string) {
  if (hold === null) return false
  if (hold.kind !== 'timed') return hold.callsLeft !== 0
  const restMs = Date.parse(hold.until) - Date.parse(now)
  // Ignore a longer remaining time, because the clock was ahead when the hold began.
  return restMs > 0 && restMs <= MAX_HOLD_MINUTES * MINUTE_MS
}

export function isAway({ hold }: Pick<Patient, 'hold'>) {
  return hold?.kind === 'away' && hold.callsLeft !== 0
}

export function getAwaySince({ journey, registeredAt }: Pick<Patient, 'journey' | 'registeredAt'>) {
  const sent = withoutUndone(journey).findLast(({ action }) => action === 'requeue')
  return sent?.timestamp ?? registeredAt
}

export function getMissed(patients: Patient[], now: string) {
  return patients
    .filter(patient => patient.hold?.kind === 'missed' && isOnHold(patient, now))
    .toSorted(byLatestCall)
}

function isWaiting({ status, readyForDispensary }: Patient) {
  return (status === 'waiting' || status === 'requeue') && !readyForDispensary
}

export function isForDispensary(patient: Patient) {
  return patient.readyForDispensary || (isActive(patient) && isDispensary(patient.room))
}

/** Lists the newest registrations, and waiting patients from a kiosk who still have no name. */
export function getRecentRegistrations(patients: Patient[], today: string) {
  return patients
    .filter(patient => patient.day === today)
    .toSorted((a, b) => byRegistration(b, a))
    .filter((patient, place) => place < RECENT_REGISTRATIONS || isNamelessAtKiosk(patient))
}

function isNamelessAtKiosk({ type, name, status }: Patient) {
  return type === KIOSK_TYPE && name === null && status === 'waiting'
}

export type Stats = Record<
  | 'totalWaiting'
  | 'totalCalled'
  | 'totalCompleted'
  | 'totalMissed'
  | 'totalNoShow'
  | 'activeWindows'
  | 'totalWindows',
  number
>

type RoomLine = {
  room: string
  patient: Pick<Patient, 'number' | 'label' | 'day' | 'name' | 'status'> | null
  since: string | null
}

export type ClinicNow = {
  rooms: RoomLine[]
  longestWait: (Pick<Patient, 'number' | 'label' | 'day' | 'name'> & { since: string }) | null
  /** Start of each waiting patient's waiting time, earliest first. Excludes patients on hold. */
  waitingSince: string[]
  onHold: number
  away: number
}

export type TvCounts = { on: number; silent: string[] }

export function getClinicNow(patients: Patient[], rooms: Room[], now: string): ClinicNow {
  const held = patients.filter(patient => isOnHold(patient, now))
  const waiting = patients.filter(patient => isWaiting(patient) && !held.includes(patient))
  const inOrder = waiting.toSorted((a, b) => getWaitStart(a).localeCompare(getWaitStart(b)))
  const [longest] = inOrder
  return {
    rooms: rooms.filter(room => room.isActive).map(room => toRoomLine(room, patients)),
    longestWait: longest ? { ...toShown(longest), since: getWaitStart(longest) } : null,
    waitingSince: inOrder.map(getWaitStart),
    onHold: held.length,
    away: held.filter(isAway).length,
  }
}

function toRoomLine({ id, name: room }: Room, patients: Patient[]): RoomLine {
  const found = patients.find(patient => isActive(patient) && patient.room?.id === id)
  if (!found) return { room, patient: null, since: null }
  return { room, patient: { ...toShown(found), status: found.status }, since: found.calledAt }
}

function toShown({ number, label, day, name }: Patient) {
  return { number, label, day, name }
}

/** Counts waiting and called patients from the day before, but ended visits only from today. */
export function getStats(patients: Patient[], rooms: Room[], today: string): Stats {
  const ofToday = patients.filter(({ day }) => day === today)
  const countOf = (status: Status) => ofToday.filter(patient => patient.status === status).length
  return {
    totalWaiting: patients.filter(isWaiting).length,
    totalCalled: patients.filter(isActive).length,
    totalCompleted: countOf('completed'),
    totalMissed: ofToday.reduce((sum, patient) => sum + countMissed(patient), 0),
    totalNoShow: countOf('no-show'),
    activeWindows: rooms.filter(room => room.isActive).length,
    totalWindows: rooms.length,
  }
}

function countMissed({ journey }: Patient) {
  return withoutUndone(journey).filter(({ action }) => action === 'missed').length
}

export type QueueDepth = Record<'waiting' | 'called' | 'in-progress' | 'dispensary', number>

/** Counts each unfinished patient once. `dispensary`: patients who wait for the dispensary. */
export function getQueueDepth(patients: Patient[]): QueueDepth {
  const count = (matches: (patient: Patient) => boolean) => patients.filter(matches).length
  return {
    waiting: count(isWaiting),
    called: count(({ status }) => status === 'called'),
    'in-progress': count(({ status }) => status === 'in-progress'),
    dispensary: count(patient => isForDispensary(patient) && !isActive(patient)),
  }
}

export function findCurrentCall(patients: Patient[]): Patient | null {
  return patients.filter(isActive).toSorted(byLatestCall)[0] ?? null
}

export function getCallHistory(called: Patient[], current: Patient | null) {
  return called.filter(({ id }) => id !== current?.id)
}

export function getCalledOn(patients: Patient[], day: string, timeZone: TimeZone): Patient[] {
  const [start, end] = [day, addDays(day, 1)].map(one => getClinicDayStart(one, timeZone))
  const isOfDay = (at: string) => at >= `${start}` && at < `${end}`
  return patients
    .filter(({ calledAt }) => calledAt !== null && isOfDay(calledAt))
    .toSorted(byLatestCall)
}

function byLatestCall(a: Patient, b: Patient) {
  return (b.callSequence ?? 0) - (a.callSequence ?? 0)
}

export function withCurrentPatients(rooms: Room[], patients: Patient[]): Room[] {
  const occupants = new Map(patients.filter(isActive).map(patient => [patient.room?.id, patient]))
  return rooms.map(room => {
    const patient = occupants.get(room.id)
    return {
      ...room,
      currentPatientId: patient?.id ?? null,
      currentPatientName: patient?.name ?? null,
      currentPatientNumber: patient?.number ?? null,
      currentPatientLabel: patient?.label ?? null,
    }
  })
}
