import { isActive, type Patient } from '../patients/patient.ts'
import { DISPENSARY, type Room } from '../rooms/room.ts'
import { getClinicDay } from '../time.ts'

const RECENT_REGISTRATIONS = 10

type QueueLists = Record<'priority' | 'waiting' | 'active' | 'dispensary', Patient[]>

/** Who stands where, each list in order of registration. */
export function getQueueLists(patients: Patient[]): QueueLists {
  const inOrder = patients.toSorted(byRegistration)
  return {
    priority: inOrder.filter(patient => isWaiting(patient) && patient.isPriority),
    waiting: inOrder.filter(patient => isWaiting(patient) && !patient.isPriority),
    active: inOrder.filter(patient => isActive(patient) && !isForDispensary(patient)),
    dispensary: inOrder.filter(isForDispensary),
  }
}

function isWaiting({ status, readyForDispensary }: Patient) {
  return (status === 'waiting' || status === 'requeue') && !readyForDispensary
}

function isForDispensary(patient: Patient) {
  return patient.readyForDispensary || (isActive(patient) && patient.windowName === DISPENSARY)
}

export function getRecentRegistrations(patients: Patient[], today: string) {
  return patients
    .filter(patient => patient.day === today)
    .toSorted((one, other) => byRegistration(other, one))
    .slice(0, RECENT_REGISTRATIONS)
}

export type Stats = Record<
  'totalWaiting' | 'totalCalled' | 'totalCompleted' | 'activeWindows' | 'totalWindows',
  number
>

/** Waiting and called count whoever the queue lists, past midnight too; completed counts today. */
export function getStats(patients: Patient[], rooms: Room[], today: string): Stats {
  return {
    totalWaiting: patients.filter(isWaiting).length,
    totalCalled: patients.filter(isActive).length,
    totalCompleted: patients.filter(p => p.status === 'completed' && p.day === today).length,
    activeWindows: rooms.filter(room => room.isActive).length,
    totalWindows: rooms.length,
  }
}

export type QueueDepth = Record<'waiting' | 'called' | 'in-progress' | 'dispensary', number>

/** Everyone who is not done yet, each counted once; `dispensary` are those who wait for it. */
export function getQueueDepth(patients: Patient[]): QueueDepth {
  const count = (isIt: (patient: Patient) => boolean) => patients.filter(isIt).length
  return {
    waiting: count(isWaiting),
    called: count(({ status }) => status === 'called'),
    'in-progress': count(({ status }) => status === 'in-progress'),
    dispensary: count(patient => isForDispensary(patient) && !isActive(patient)),
  }
}

/** The latest call among those still called or in progress. */
export function findCurrentCall(patients: Patient[]): Patient | null {
  return patients.filter(isActive).toSorted(byLatestCall)[0] ?? null
}

/** Earlier calls of today, newest first, each patient once, without the current one. */
export function getCallHistory(
  called: Patient[],
  current: Patient | null,
  { today, timeZone }: { today: string; timeZone: string },
): Patient[] {
  return called
    .filter(({ calledAt }) => calledAt !== null && getClinicDay(calledAt, timeZone) === today)
    .filter(patient => patient.id !== current?.id)
    .toSorted(byLatestCall)
}

function byRegistration(one: Patient, other: Patient) {
  return one.day.localeCompare(other.day) || one.id - other.id
}

function byLatestCall(one: Patient, other: Patient) {
  return (other.callSequence ?? 0) - (one.callSequence ?? 0)
}
