import type { ReactNode } from 'react'

type Props = { title: ReactNode; aside?: ReactNode; className?: string; children: ReactNode }

export function Card({ title, aside, className = '', children }: Props) {
  return (
    <section className={`card ${className}`}>
      <header className="card__head row">
        <h2 className="card__title">{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
