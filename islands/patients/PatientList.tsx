import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import './PatientList.css'

type Props = {
  title: string
  count: number
  empty?: string
  hint?: string
  /** Below the others, under a title of their own. */
  elsewhere?: { title: string; count: number; cards: ReactNode }
  children: ReactNode
}

export function PatientList({ title, count, empty, hint, elsewhere, children }: Props) {
  return (
    <section className="patient-list" aria-label={title}>
      <h2 className="patient-list__title">
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
