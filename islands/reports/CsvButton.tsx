import { Download } from 'lucide-react'
import { CSV_SEPARATORS, type CsvSeparator } from '#domain/reports/csv'

type Props = { action: string; separator: CsvSeparator; about?: string }

const NAMES = { comma: 'with commas', semicolon: 'with semicolons' }

/** Must be in a form. Offers both separators, because spreadsheet programs use their country's. */
export function CsvButton({ action, separator, about }: Props) {
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
