import type { Patient, PatientRoom } from './patient.ts'

type RoomFields = {
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
}
/** A patient as the API has it: the rooms as flat fields. */
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
  return {
    ...rest,
    room: toRoom(windowId, windowName),
    lastRoom: toRoom(lastWindowId, lastWindowName),
  }
}

function toRoom(id: number | null, name: string | null): PatientRoom | null {
  return name === null ? null : { id, name }
}
