import type { Patient } from '../patients/patient.ts'

/** What a public display may know of a patient: no reasons, no status. */
export type TvPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'room' | 'lastRoom' | 'calledAt' | 'callSequence'
>

export function toTvPatient(patient: Patient): TvPatient {
  const { id, name, number, room, lastRoom, calledAt, callSequence } = patient
  return { id, name, number, room, lastRoom, calledAt, callSequence }
}
