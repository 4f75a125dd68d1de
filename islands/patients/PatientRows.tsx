import type { Patient } from '#domain/patients/patient'
import { PatientRow } from './PatientRow.tsx'
import { type DeskContext, toPatientProps } from './patient-props.ts'
import './PatientRow.css'

type Props = {
  patients: Patient[]
  context: DeskContext
  /** Why the calls of this list have to wait. */
  callHint?: string | null
  /** The patients are in rooms, and the list stands in the narrow column. */
  isInRooms?: boolean
}

export function PatientRows({ patients, context, callHint, isInRooms = false }: Props) {
  return (
    <ul className="patient-rows" data-narrow={isInRooms}>
      {patients.map(patient => (
        <PatientRow key={patient.id} {...toPatientProps(patient, context, callHint)} />
      ))}
    </ul>
  )
}
