import { formatBytes } from '#domain/backups/backups'
import type { CsvSeparator } from '#domain/reports/csv'
import { pluralize } from '#domain/text'
import { addDays } from '#domain/time'
import type { Period } from '../../server/long-reads/days.ts'
import { CsvButton } from './CsvButton.tsx'

type Props = { period: Period; today: string; visits: number; separator: CsvSeparator }

const BYTES_A_VISIT = 71

export function PeriodForm({ period, today, visits, separator }: Props) {
  return (
    <nav className="reports__periods" aria-label="Period">
      {listPresets(today).map(({ name, from, to }) => (
        <a
          key={name}
          className="button"
          href={`/reports?from=${from}&to=${to}`}
          aria-current={from === period.from && to === period.to ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
      <form className="reports__range" action="/reports">
        <label>
          From <input className="input" type="date" name="from" defaultValue={period.from} />
        </label>
        <label>
          to <input className="input" type="date" name="to" defaultValue={period.to} />
        </label>
        <button type="submit" className="button">
          Show
        </button>
        <CsvButton action="/api/reports/visits.csv" separator={separator} />
      </form>
      <span className="reports__size soft">
        {pluralize(visits, 'visit')}, {formatBytes(visits * BYTES_A_VISIT)}
      </span>
    </nav>
  )
}

function listPresets(today: string): (Period & { name: string })[] {
  const month = `${today.slice(0, 7)}-01`
  const lastMonthEnd = addDays(month, -1)
  return [
    { name: 'Today', from: today, to: today },
    { name: 'Yesterday', from: addDays(today, -1), to: addDays(today, -1) },
    { name: 'Last 7 days', from: addDays(today, -6), to: today },
    { name: 'Last 30 days', from: addDays(today, -29), to: today },
    { name: 'This month', from: month, to: today },
    { name: 'Last month', from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
  ]
}
