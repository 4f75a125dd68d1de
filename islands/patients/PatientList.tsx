import type { ReactNode } from 'react'
import './PatientList.css'

type Props = {
  title: string
  count: number
  empty: string
  hint?: string
  children: ReactNode
}

export function PatientList({ title, count, empty, hint, children }: Props) {
  return (
    <section className="patient-list" aria-label={title}>
      <h2 className="patient-list__title">
        {title} <span className="count">({count})</span>
      </h2>
      {count > 0 ? (
        children
      ) : (
        <p className="patient-list__empty">
          {empty} {hint && <span className="patient-list__hint">{hint}</span>}
        </p>
      )}
    </section>
  )
}

type HeldProps = { count: number; isOpen?: boolean; children: ReactNode }

/** Folded: patients who are not to be called yet. Empty without any. */
export function HeldPatients({ count, isOpen = false, children }: HeldProps) {
  if (count === 0) return null
  return (
    <details className="patient-list held" open={isOpen || undefined}>
      <summary className="held__summary">
        <h2 className="patient-list__title">
          On hold <span className="count">({count})</span>
        </h2>
      </summary>
      <section aria-label="On hold">{children}</section>
    </details>
  )
}
