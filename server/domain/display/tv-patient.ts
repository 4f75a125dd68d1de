import type { Patient } from '../patients/patient.ts'
import { maskName, type NameMode } from './tv-options.ts'

/** What a public display may know of a patient: no reasons, no status. */
export type TvPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'room' | 'lastRoom' | 'calledAt' | 'callSequence'
>

export function toTvPatient(patient: Patient, mode: NameMode): TvPatient {
  const { id, number, room, lastRoom, calledAt, callSequence } = patient
  const name = maskName(patient, mode)
  return { id, name, number, room, lastRoom, calledAt, callSequence }
}

/** Of the staff's own display, which shows what the TVs do. */
export function hideDiscreetName<P extends Patient>(patient: P): P {
  return { ...patient, name: maskName(patient, 'full') }
}
