import { CalendarDays, Download, Printer } from 'lucide-react'
import { formatBytes } from '#domain/backups/backups'
import { CSV_SEPARATORS, type CsvSeparator } from '#domain/reports/csv'
import type { Period } from '#domain/reports/period'
import { formatPeriod, listPresets } from '#domain/reports/period'
import { pluralize } from '#domain/text'

type Props = { period: Period; today: string; visits: number; separator: CsvSeparator }

const BYTES_A_VISIT = 71

export function Tools({ period, today, visits, separator }: Props) {
  const presets = listPresets(today).map(({ name, from, to }) => (
    <a
      key={name}
      className="choice__option"
      href={`/reports?from=${from}&to=${to}`}
      aria-current={from === period.from && to === period.to ? 'true' : undefined}
    >
      {name}
    </a>
  ))
  return (
    <>
      <nav className="choice__options reports__presets" aria-label="Period">
        {presets}
      </nav>
      <details className="drop-down reports__period">
        <summary className="button">
          <CalendarDays size={18} aria-hidden />
          {formatPeriod(period)}
        </summary>
        <div className="frame drop-down__panel stack stack--tight">
          <nav aria-label="Periods">{presets}</nav>
          <form action="/reports">
            <label className="field">
              From <input className="input" type="date" name="from" defaultValue={period.from} />
            </label>
            <label className="field">
              to <input className="input" type="date" name="to" defaultValue={period.to} />
            </label>
            <button type="submit" className="button button--primary">
              Show
            </button>
          </form>
        </div>
      </details>
      <form>
        <input type="hidden" name="from" value={period.from} />
        <input type="hidden" name="to" value={period.to} />
        <CsvButton
          action="/api/reports/visits.csv"
          separator={separator}
          about={`${pluralize(visits, 'visit')}, ${formatBytes(visits * BYTES_A_VISIT)}`}
        />
      </form>
      <button
        type="button"
        className="button reports__print"
        aria-label="Print"
        data-print
        data-once
      >
        <Printer size={18} aria-hidden />
        <span>Print</span>
      </button>
    </>
  )
}

type CsvProps = { action: string; separator: CsvSeparator; about?: string }

const NAMES = { comma: 'with commas', semicolon: 'with semicolons' }

/** Must be in a form. Offers both separators, because spreadsheet programs use their country's. */
export function CsvButton({ action, separator, about }: CsvProps) {
  return (
    <details className="drop-down">
      <summary className="button">
        <Download size={18} aria-hidden />
        CSV
      </summary>
      <div className="frame drop-down__panel stack stack--tight">
        {about && <p>{about}</p>}
        {CSV_SEPARATORS.map(value => (
          <button
            key={value}
            type="submit"
            className="button"
            data-once
            formAction={action}
            name="separator"
            value={value}
            aria-current={value === separator ? 'true' : undefined}
          >
            CSV {NAMES[value]}
          </button>
        ))}
        <p className="soft">Choose semicolons if Excel shows each line in one cell.</p>
      </div>
    </details>
  )
}
