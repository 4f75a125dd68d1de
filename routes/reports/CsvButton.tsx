import type { CsvSeparator } from '#domain/reports/csv'

type Props = { action: string; separator: CsvSeparator }

/** Stands in a form: a spreadsheet program splits lines by its country's list separator. */
export function CsvButton({ action, separator }: Props) {
  return (
    <span className="reports__csv">
      <button type="submit" className="button" formAction={action}>
        CSV
      </button>
      <select
        className="input"
        name="separator"
        aria-label="Separator of the CSV file"
        title="Choose semicolons if Excel shows each line in one cell"
        defaultValue={separator}
      >
        <option value="comma">with commas</option>
        <option value="semicolon">with semicolons</option>
      </select>
    </span>
  )
}
