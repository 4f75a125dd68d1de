import type { Patient } from '../patients/patient.ts'

/** What a public display may know of a patient: no reasons, no status. */
export type TvPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'windowName' | 'lastWindowName' | 'calledAt' | 'callSequence'
>

export function toTvPatient(patient: Patient): TvPatient {
  const { id, name, number, windowName, lastWindowName, calledAt, callSequence } = patient
  return { id, name, number, windowName, lastWindowName, calledAt, callSequence }
}
