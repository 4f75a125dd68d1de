import type { Patient } from '#domain/patients/patient'
import { PatientRow } from './PatientRow.tsx'
import { type DeskContext, toPatientProps } from './patient-props.ts'

/** Patients who are away and skipped by Next, longest first. The hotkey acts on the first. */
export function AwayPatients({ patients, context }: { patients: Patient[]; context: DeskContext }) {
  if (patients.length === 0) return null
  return (
    <section className="desk__away frame" id="away" aria-label="Away">
      <h2 className="group-head">
        Away <span className="count">({patients.length})</span>
        <span className="desk__note">skipped by Next</span>
      </h2>
      <ul className="patient-rows" data-small="true">
        {patients.map((patient, index) => (
          <PatientRow
            key={patient.id}
            {...toPatientProps(patient, context)}
            isSmall
            {...(index === 0 ? { hotkey: 'B' } : {})}
          />
        ))}
      </ul>
    </section>
  )
}
