import type { Patient, RoomLabel } from '../patients/patient.ts'

/** What a public display may know of a patient: no reasons, no status. */
export type TvPatient = Pick<Patient, 'id' | 'name' | 'number' | 'calledAt' | 'callSequence'> & {
  room: RoomLabel | null
  lastRoom: RoomLabel | null
}

/** As the API has it: the rooms as flat fields. */
export type TvPatientJson = Omit<TvPatient, 'room' | 'lastRoom'> & {
  windowName: string | null
  lastWindowName: string | null
}

export function toTvPatient(patient: Patient): TvPatient {
  return fromTvPatientJson(toTvPatientJson(patient))
}

export function toTvPatientJson(patient: Patient): TvPatientJson {
  const { id, name, number, room, lastRoom, calledAt, callSequence } = patient
  const windowName = room?.name ?? null
  const lastWindowName = lastRoom?.name ?? null
  return { id, name, number, windowName, lastWindowName, calledAt, callSequence }
}

export function fromTvPatientJson(json: TvPatientJson): TvPatient {
  const { id, name, number, windowName, lastWindowName, calledAt, callSequence } = json
  const room = toRoomLabel(windowName)
  return { id, name, number, room, lastRoom: toRoomLabel(lastWindowName), calledAt, callSequence }
}

function toRoomLabel(name: string | null): RoomLabel | null {
  return name === null ? null : { name }
}
