import type { ReactNode } from 'react'
import type { Patient } from '#domain/patients/patient'
import { formatNumberAndName } from './dated-number.ts'
import { PatientRow } from './PatientRow.tsx'
import { type DeskContext, toPatientProps } from './patient-props.ts'
import './PatientList.css'
import './PatientRow.css'

type Rows = { patients: Patient[]; context: DeskContext }

export function PatientRows({ patients, context, label }: Rows & { label?: string }) {
  const isSmall = label !== undefined
  return (
    <ul className="patient-rows" aria-label={label} data-small={isSmall}>
      {patients.map(patient => (
        <PatientRow key={patient.id} {...toPatientProps(patient, context)} isSmall={isSmall} />
      ))}
    </ul>
  )
}

type NextProps = { patient: Patient; why: string; context: DeskContext }

export function NextPatient({ patient, why, context }: NextProps) {
  return (
    <section className="patient-list" aria-label="Next">
      <ul className="patient-rows">
        <PatientRow key={patient.id} {...toPatientProps(patient, context)} whyNext={why} />
      </ul>
    </section>
  )
}

/** `empty`: message of an empty list, or null to hide the list. `next` has a separate row above. */
type Props = Rows & { title: string; empty: ReactNode; hint?: string; next: Patient | null }

export function PatientList({ title, empty, hint, next, patients, context }: Props) {
  if (patients.length === 0 && empty === null) return null
  const others = patients.filter(({ id }) => id !== next?.id)
  const isNextAlone = next !== null && others.length === 0 && patients.length > 0
  const isLine = typeof empty === 'string' && !hint
  return (
    <section className="patient-list" aria-label={title}>
      <h2 className="group-head">
        {title} <span className="count">({patients.length})</span>
        {isNextAlone && (
          <span className="patient-list__note">{formatNumberAndName(next)} is next</span>
        )}
        {patients.length === 0 && isLine && <span className="patient-list__note">{empty}</span>}
      </h2>
      {others.length > 0 && <PatientRows patients={others} context={context} />}
      {patients.length === 0 && !isLine && (
        <div className="patient-list__empty soft small">
          {empty} {hint && <span className="patient-list__note">{hint}</span>}
        </div>
      )}
    </section>
  )
}

type FoldedProps = Rows & { title: string; note?: string; isOpen?: boolean }

export function FoldedPatients({ title, note, isOpen = false, ...rows }: FoldedProps) {
  const count = rows.patients.length
  if (count === 0) return null
  return (
    <details className="patient-list held" open={isOpen || undefined}>
      <summary className="group-head">
        <h2 className="held__title">
          {title} <span className="count">({count})</span>
        </h2>
        {note && <span className="patient-list__note">{note}</span>}
      </summary>
      <section aria-label={title}>
        <PatientRows {...rows} />
      </section>
    </details>
  )
}

/** Patients whom Call next skips, longest away first. The hotkey acts on the first. */
export function AwayPatients({ patients, context }: Rows) {
  if (patients.length === 0) return null
  return (
    <section className="desk__away frame" id="away" aria-label="Away">
      <h2 className="group-head">
        Away <span className="count">({patients.length})</span>
        <span className="push soft fine medium">not called by Call next</span>
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
