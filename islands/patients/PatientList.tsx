import type { Patient } from '#domain/patients/patient'
import { PatientRow } from './PatientRow.tsx'
import { type DeskContext, toPatientProps } from './patient-props.ts'
import './PatientList.css'
import './PatientRow.css'

type Rows = { patients: Patient[]; context: DeskContext }

export function PatientRows({
  patients,
  context,
  isInRooms = false,
}: Rows & { isInRooms?: boolean }) {
  return (
    <ul className="patient-rows frame" data-narrow={isInRooms}>
      {patients.map(patient => (
        <PatientRow key={patient.id} {...toPatientProps(patient, context)} />
      ))}
    </ul>
  )
}

/** `empty`: what an empty list says; null leaves it out. */
type Props = Rows & { title: string; empty: string | null; hint?: string }

export function PatientList({ title, empty, hint, ...rows }: Props) {
  const count = rows.patients.length
  if (count === 0 && empty === null) return null
  return (
    <section className="patient-list" aria-label={title}>
      <h2 className="patient-list__title">
        {title} <span className="count">({count})</span>
      </h2>
      {count > 0 ? (
        <PatientRows {...rows} />
      ) : (
        <p className="patient-list__empty soft">
          {empty} {hint && <span className="patient-list__hint">{hint}</span>}
        </p>
      )}
    </section>
  )
}

type Held = Rows & { title: 'Away' | 'On hold'; isOpen?: boolean }

export function HeldPatients({ title, isOpen = false, ...rows }: Held) {
  const count = rows.patients.length
  if (count === 0) return null
  return (
    <details className="patient-list held" open={isOpen || undefined}>
      <summary className="held__summary">
        <h2 className="patient-list__title">
          {title} <span className="count">({count})</span>
        </h2>
      </summary>
      <section aria-label={title}>
        <PatientRows {...rows} />
      </section>
    </details>
  )
}
