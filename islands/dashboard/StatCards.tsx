import { BellRing, CircleCheck, DoorOpen, Hourglass } from 'lucide-react'
import type { Stats } from '#clinic/lists'

/** The day in four numbers. */
export function StatCards({ stats }: { stats: Stats }) {
  const cards = [
    { title: 'Waiting', value: stats.totalWaiting, note: 'patients in queue', Icon: Hourglass },
    { title: 'Called', value: stats.totalCalled, note: 'patients being called', Icon: BellRing },
    { title: 'Completed', value: stats.totalCompleted, note: 'patients today', Icon: CircleCheck },
    {
      title: 'Active Rooms',
      value: stats.activeWindows,
      note: `out of ${stats.totalWindows} total rooms`,
      Icon: DoorOpen,
    },
  ]
  return (
    <ul className="stat-cards">
      {cards.map(({ title, value, note, Icon }) => (
        <li key={title} className={`stat-card stat-card--${title.toLowerCase().replace(' ', '-')}`}>
          <div className="stat-card__head">
            <h2 className="stat-card__title">{title}</h2>
            <Icon size={20} aria-hidden />
          </div>
          <strong className="stat-card__value">{value}</strong>
          <span className="stat-card__note">{note}</span>
        </li>
      ))}
    </ul>
  )
}
