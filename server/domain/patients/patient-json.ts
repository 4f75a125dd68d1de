import type { TvPatient } from '../display/tv-patient.ts'
import type { Patient, PatientRoom } from './patient.ts'

/*
 * Patients as the API has them: the rooms as flat fields.
 */

type RoomFields = {
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

export type TvPatientJson = Omit<TvPatient, 'room' | 'lastRoom'> &
  Pick<RoomFields, 'windowName' | 'lastWindowName'>

export function toTvPatientJson({ room, lastRoom, ...rest }: TvPatient): TvPatientJson {
  return { ...rest, windowName: room?.name ?? null, lastWindowName: lastRoom?.name ?? null }
}

export function fromTvPatientJson(json: TvPatientJson): TvPatient {
  const { windowName, lastWindowName, ...rest } = json
  return { ...rest, room: toRoom(null, windowName), lastRoom: toRoom(null, lastWindowName) }
}

function toRoom(id: number | null, name: string | null): PatientRoom | null {
  return name === null ? null : { id, name }
}
