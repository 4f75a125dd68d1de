import { NAME_MAX } from '#domain/patients/registration'
import { pluralize } from '#domain/text'
import type { ListCheck } from './appointment-list.ts'

const MAX_SHOWN = 50

/** What was pressed is gone, and a screen reader reads what has come. */
function focusOnce(summary: HTMLElement | null) {
  summary?.focus()
}

/** The first rows of a list as they were read, or the rows that cannot be. */
export function ListPreview({ check }: { check: ListCheck }) {
  const { columns, first, count, from, to, cut, problems } = check
  const more = problems.length - MAX_SHOWN
  if (problems.length > 0) {
    return (
      <div role="alert">
        <p ref={focusOnce} tabIndex={-1}>
          <strong>{pluralize(problems.length, 'row')} cannot be read.</strong> Nothing is uploaded
          before all are right.
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
      <p ref={focusOnce} tabIndex={-1}>
        This list has no appointments. Uploading it removes everybody of this day who has not
        checked in.
      </p>
    )
  }
  return (
    <>
      <p ref={focusOnce} tabIndex={-1}>
        {pluralize(count, 'appointment')}, from {from} to {to}. Whoever has checked in stays; the
        others of this day are replaced.
        {cut > 0 && ` ${pluralize(cut, 'name')} will be cut at ${NAME_MAX} characters.`}
      </p>
      <table className="appointments-dialog__rows">
        <thead>
          <tr>
            <th scope="col">Time ({columns.time})</th>
            <th scope="col">Name ({columns.name})</th>
            {columns.queue !== null && <th scope="col">Queue ({columns.queue})</th>}
          </tr>
        </thead>
        <tbody translate="no">
          {first.map(({ line, time, name, queueName }) => (
            <tr key={line}>
              <td>{time}</td>
              <td>{name}</td>
              {columns.queue !== null && <td>{queueName}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {count > first.length && <p className="soft">and {count - first.length} more</p>}
    </>
  )
}
