import { LIST_FIELDS, PATIENT_FIELDS } from '#domain/patients/patient-fields'
import { pluralize } from '#domain/text'
import { formatLongDay, getWeekday } from '#domain/time'
import type { ListCheck } from '../../../server/queries/appointments.ts'

const MAX_SHOWN = 50

/** Focuses the result for screen readers, because the pressed button has disappeared. */
function focusOnce(summary: HTMLElement | null) {
  summary?.focus()
}

export function ListPreview({ check, day }: { check: ListCheck; day: string }) {
  const { columns, first, count, from, to, problems } = check
  const more = problems.length - MAX_SHOWN
  const texts = LIST_FIELDS.filter(field => columns[field] !== null)
  if (problems.length > 0) {
    return (
      <div role="alert">
        <p ref={focusOnce} tabIndex={-1}>
          <strong>{pluralize(problems.length, 'row')} cannot be read.</strong> Correct them, then
          upload again.
        </p>
        <ul className="appointments-dialog__problems">
          {problems.slice(0, MAX_SHOWN).map(({ line, sentence }) => (
            <li key={line}>
              Line {line}: {sentence}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
    )
  }
  if (count === 0) {
    return (
      <>
        <p ref={focusOnce} tabIndex={-1}>
          This list is empty. Uploading it removes all appointments for this day that are not
          checked in.
        </p>
        <LeftOut check={check} />
      </>
    )
  }
  return (
    <>
      <p ref={focusOnce} tabIndex={-1}>
        {pluralize(count, 'appointment')}, from {from} to {to}, on {getWeekday(day)},{' '}
        {formatLongDay(day)}. {describeDates(columns.dates)} Patients already checked in are kept;
        the rest of this day's list is replaced.
      </p>
      {!check.hasHeading && (
        <p className="soft">The list has no heading. Check that these columns are right.</p>
      )}
      <table className="appointments-dialog__rows breakable">
        <thead>
          <tr>
            <th scope="col">Time ({columns.time})</th>
            {texts.map(field => (
              <th key={field} scope="col">
                {PATIENT_FIELDS[field].label} ({columns[field]})
              </th>
            ))}
            {columns.queue !== null && <th scope="col">Queue ({columns.queue})</th>}
          </tr>
        </thead>
        <tbody translate="no">
          {first.map(row => (
            <tr key={row.line}>
              <td>{row.time}</td>
              {texts.map(field => (
                <td key={field}>{row[field]}</td>
              ))}
              {columns.queue !== null && <td>{row.queueName}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {count > first.length && <p className="soft">and {count - first.length} more</p>}
      <LeftOut check={check} />
      <CutNames check={check} />
    </>
  )
}

function describeDates(columns: string[]) {
  const [first] = columns
  return first === undefined
    ? 'The list does not say the day.'
    : `Each date (${first}) is this day.`
}

const REASONS: Record<ListCheck['skipped'][number]['reason'], string> = {
  cancelled: 'cancelled',
  'no-show': 'did not come',
  rescheduled: 'rescheduled',
  done: 'done',
  free: 'free',
  total: 'with totals',
  heading: 'with headings',
}

function LeftOut({ check: { skipped } }: { check: ListCheck }) {
  if (skipped.length === 0) return null
  const count = skipped.reduce((sum, one) => sum + one.count, 0)
  const reasons = skipped.map(one => `${one.count} ${REASONS[one.reason]}`).join(', ')
  return (
    <p className="appointments-dialog__left-out">
      {pluralize(count, 'row')} left out: {reasons}.
    </p>
  )
}

function CutNames({ check: { cut, cutRows } }: { check: ListCheck }) {
  if (cut === 0) return null
  return (
    <details>
      <summary>
        {pluralize(cut, 'name')} will be cut at {PATIENT_FIELDS.name.max} characters.
      </summary>
      <ul className="appointments-dialog__problems">
        {cutRows.map(({ line, name }) => (
          <li key={line}>
            Line {line}: <span translate="no">{name}</span>
          </li>
        ))}
        {cut > cutRows.length && <li>and {cut - cutRows.length} more</li>}
      </ul>
    </details>
  )
}
