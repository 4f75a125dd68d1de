import type { ReactNode } from 'react'

type Props = {
  title: string
  sentence: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function ReportCard({ title, sentence, aside, className = '', children }: Props) {
  return (
    <section className={`frame reports__card ${className}`}>
      <header className="reports__head">
        <div>
          <h2 className="card__title">{title}</h2>
          <p className="soft small small--tight">{sentence}</p>
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}
