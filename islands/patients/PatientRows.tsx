import type { Patient } from '#domain/patients/patient'
import { PatientRow } from './PatientRow.tsx'
import { type DeskContext, toPatientProps } from './patient-props.ts'
import './PatientRow.css'

type Props = {
  patients: Patient[]
  context: DeskContext
  isInRooms?: boolean
}

export function PatientRows({ patients, context, isInRooms = false }: Props) {
  return (
    <ul className="patient-rows frame" data-narrow={isInRooms}>
      {patients.map(patient => (
        <PatientRow key={patient.id} {...toPatientProps(patient, context)} />
      ))}
    </ul>
  )
}
