import type { ReactNode } from 'react'
import './SummaryCards.css'

export type Figure = { title: string; value: ReactNode; note?: ReactNode }

export function SummaryCards({ cards, isTall = false }: { cards: Figure[]; isTall?: boolean }) {
  return (
    <ul
      className={`summary-cards frame ${isTall ? 'summary-cards--tall' : ''}`}
      data-count={cards.length}
    >
      {cards.map(({ title, value, note }) => (
        <li key={title} className="summary-card line">
          <div className="summary-card__label">
            <h2 className="summary-card__title soft small medium">{title}</h2>
            {note && <p className="summary-card__note soft fine">{note}</p>}
          </div>
          <strong className="summary-card__value">{value}</strong>
        </li>
      ))}
    </ul>
  )
}
