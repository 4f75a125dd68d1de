import type { Call } from '#domain/events'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { type PatientRoom, type Room, type RoomInput, toPatientRoom } from '#domain/rooms/room'
import { findTimeZone } from '../../server/config/time-zone.ts'

/** As the program finds it when it starts. */
export function aTimeZone(name: string) {
  const timeZone = findTimeZone(name)
  if (!timeZone) throw new Error(`no time zone is named ${name}`)
  return timeZone
}

export const KUALA_LUMPUR = aTimeZone('Asia/Kuala_Lumpur')
export const TODAY = '2026-11-20'
/** Friday, 10:00 in Kuala Lumpur. */
export const NOW = '2026-11-20T02:00:00.000Z'

/** Patient 1, Ali, registered at 9:00 and waiting. */
export function aPatient(overrides: Partial<Patient> = {}): Patient {
  const { number = 1 } = overrides
  return {
    id: 1,
    name: 'ALI',
    number,
    label: formatNumber(number),
    queue: null,
    day: TODAY,
    type: 'name',
    status: 'waiting',
    registeredAt: '2026-11-20T01:00:00.000Z',
    calledAt: null,
    callSequence: null,
    room: null,
    lastRoom: null,
    requeueReason: null,
    isPriority: false,
    isDiscreet: false,
    priorityReason: null,
    readyForDispensary: false,
    hold: null,
    missedCount: 0,
    journey: [],
    ...overrides,
  }
}

/** What a room is sent with. */
export function aRoomBody(name: unknown) {
  return { name }
}

export function aCall(overrides: Partial<Call> = {}): Call {
  const { number = 1 } = overrides
  return {
    sequence: 1,
    patientId: 1,
    name: 'ALI',
    number,
    label: formatNumber(number),
    day: NOW.slice(0, 10),
    queue: null,
    room: aPlace(),
    calledAt: NOW,
    ...overrides,
  }
}

export function aRoom(overrides: Partial<Room> = {}): Room {
  return {
    id: 2,
    name: 'Room 1',
    isActive: true,
    isPermanent: false,
    spokenAs: null,
    currentPatientId: null,
    currentPatientName: null,
    currentPatientNumber: null,
    currentPatientLabel: null,
    ...overrides,
  }
}

export function inRoom(room: Room) {
  const place = toPatientRoom(room)
  return { room: place, lastRoom: place }
}

export const aRoomInput = (name: string): RoomInput => ({ name })
export const aPlace = (name = 'Room 1', id: number | null = 2): PatientRoom => ({ id, name })

export const getWrongCode = (...codes: string[]) =>
  ['111111', '222222', '333333'].find(code => !codes.includes(code)) ?? ''
