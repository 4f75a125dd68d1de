import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import './PatientList.css'

type Props = {
  title: string
  count: number
  empty?: string
  hint?: string
  /** Stands below the others, under a title of its own. */
  elsewhere?: { title: string; count: number; cards: ReactNode }
  children: ReactNode
}

export function PatientList({ title, count, empty, hint, elsewhere, children }: Props) {
  return (
    <section className="patient-list" aria-label={title}>
      <h2 className="section-title">
        {title} <span className="count">({count})</span>
      </h2>
      {count === 0 && empty ? (
        <EmptyState message={empty} {...(hint ? { hint } : {})} />
      ) : (
        <ul className="patient-list__cards">{children}</ul>
      )}
      {elsewhere && elsewhere.count > 0 && (
        <>
          <p className="patient-list__elsewhere">
            {elsewhere.title} <span className="count">({elsewhere.count})</span>
          </p>
          <ul className="patient-list__cards">{elsewhere.cards}</ul>
        </>
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
        <h2 className="section-title">
          On hold <span className="count">({count})</span>
        </h2>
      </summary>
      <section aria-label="On hold">
        <ul className="patient-list__cards">{children}</ul>
      </section>
    </details>
  )
}
