import type { LucideIcon } from 'lucide-react'
import './SummaryCards.css'

type SummaryCard = { title: string; value: number; note?: string; Icon: LucideIcon }

export function SummaryCards({ cards }: { cards: SummaryCard[] }) {
  return (
    <ul className="summary-cards" data-count={cards.length}>
      {cards.map(({ title, value, note, Icon }) => (
        <li key={title} className="summary-card frame">
          <div className="summary-card__head">
            <h2 className="summary-card__title">{title}</h2>
            <Icon size={20} aria-hidden />
          </div>
          <strong className="summary-card__value">{value}</strong>
          {note && <span className="soft">{note}</span>}
        </li>
      ))}
    </ul>
  )
}
