import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import type { Room } from '#domain/rooms/room'

export const KUALA_LUMPUR = 'Asia/Kuala_Lumpur'
export const TODAY = '2026-11-20'
/** Friday 20 November 2026, ten in the morning in Kuala Lumpur. */
export const NOW = '2026-11-20T02:00:00.000Z'

/** Patient 1, Ali, who came at nine and waits. */
export function aPatient(wish: Partial<Patient> = {}): Patient {
  return {
    id: 1,
    name: 'ALI',
    number: 1,
    day: TODAY,
    type: 'name',
    status: 'waiting',
    registeredAt: '2026-11-20T01:00:00.000Z',
    calledAt: null,
    callSequence: null,
    windowId: null,
    windowName: null,
    lastWindowId: null,
    lastWindowName: null,
    requeueReason: null,
    isPriority: false,
    priorityReason: null,
    readyForDispensary: false,
    trackingHistory: [],
    ...wish,
  }
}

/** The first call: Ali to Room 1, at NOW. */
export function aCall(overrides: Partial<Call> = {}): Call {
  return {
    sequence: 1,
    patientId: 1,
    name: 'ALI',
    number: 1,
    room: 'Room 1',
    calledAt: NOW,
    ...overrides,
  }
}

/** An empty, active room. */
export function aRoom(wish: Partial<Room> = {}): Room {
  return {
    id: 2,
    name: 'Room 1',
    isActive: true,
    isPermanent: false,
    currentPatientId: null,
    currentPatientName: null,
    currentPatientNumber: null,
    ...wish,
  }
}

/** The part of a patient that says in which room he is. */
export function inside({ id, name }: Pick<Room, 'id' | 'name'>) {
  return { windowId: id, windowName: name, lastWindowId: id, lastWindowName: name }
}

/** The "no" that an order is answered with. */
export function refusalOf(order: () => unknown) {
  try {
    order()
  } catch (no) {
    if (no instanceof DomainError)
      return { sentence: no.message, status: no.status, field: no.field }
    throw no
  }
  throw new Error('nothing was refused')
}
