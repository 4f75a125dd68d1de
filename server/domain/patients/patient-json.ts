import type { Patient, PatientRoom } from './patient.ts'

/*
 * Patients as the API has them: the rooms as flat fields.
 */

export type RoomFields = {
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
}
export type PatientJson = Omit<Patient, 'room' | 'lastRoom'> & RoomFields

export function toPatientJson({ room, lastRoom, ...rest }: Patient): PatientJson {
  return {
    windowId: room?.id ?? null,
    windowName: room?.name ?? null,
    lastWindowId: lastRoom?.id ?? null,
    lastWindowName: lastRoom?.name ?? null,
    ...rest,
  }
}

export function fromPatientJson(json: PatientJson): Patient {
  const { windowId, windowName, lastWindowId, lastWindowName, ...rest } = json
  const room = toRoom(windowId, windowName)
  return { ...rest, room, lastRoom: toRoom(lastWindowId, lastWindowName) }
}

export function toRoom(id: number | null, name: string | null): PatientRoom | null {
  return name === null ? null : { id, name }
}
