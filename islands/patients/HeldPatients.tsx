import type { ReactNode } from 'react'
import './PatientList.css'

type Props = { count: number; isOpen?: boolean; children: ReactNode }

/** Folded: patients who are not to be called yet. Empty without any. */
export function HeldPatients({ count, isOpen = false, children }: Props) {
  if (count === 0) return null
  return (
    <details className="patient-list held" open={isOpen || undefined}>
      <summary className="held__summary">
        <h2 className="patient-list__title">
          On hold <span className="count">({count})</span>
        </h2>
      </summary>
      <section aria-label="On hold">
        <ul className="patient-list__cards">{children}</ul>
      </section>
    </details>
  )
}
