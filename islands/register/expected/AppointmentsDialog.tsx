import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NAME_MAX } from '#domain/patients/registration'
import { pluralize } from '#domain/text'
import { formatLongDay } from '#domain/time'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { checkList, type ListCheck, uploadList } from './appointment-list.ts'
import './AppointmentsDialog.css'

type Content = string | File
type Props = { day: string; onClose(): void }

/** Choose or paste, look at what was read, upload. Nothing is imported by halves. */
export function AppointmentsDialog({ day, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [content, setContent] = useState<Content | null>(null)
  const [check, setCheck] = useState<ListCheck | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  useEffect(() => dialog.current?.showModal(), [])

  async function look(chosen: Content) {
    setBusy(true)
    const result = await checkList(day, chosen)
    setBusy(false)
    setContent(chosen)
    setCheck('problem' in result ? null : result)
    setProblem('problem' in result ? result.problem : '')
  }

  function startAnew() {
    setCheck(null)
    setProblem('')
  }

  async function upload() {
    if (content === null) return
    setBusy(true)
    const failure = await uploadList(day, content)
    setBusy(false)
    if (failure === null) dialog.current?.close()
    else setProblem(failure)
  }

  return (
    <dialog
      ref={dialog}
      className="dialog appointments-dialog"
      aria-labelledby="appointments-title"
      // What is being sent cannot be taken back.
      onCancel={event => isBusy && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id="appointments-title" className="dialog__title">
        Appointments of {formatLongDay(day)}
      </h2>
      {check === null ? (
        <>
          <p>
            A CSV file, or cells copied from Excel, with a heading: time, name, and queue if you
            like.
          </p>
          <textarea
            className="input appointments-dialog__text"
            aria-label="Paste the cells here"
            placeholder={'Time\tName\n9:05\tAhmad bin Ismail'}
            rows={6}
            autoFocus
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </>
      ) : (
        <Preview check={check} />
      )}
      {problem && (
        <p className="field__problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog__actions">
        <Button disabled={isBusy} onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
        {check !== null && (
          <Button disabled={isBusy} onClick={startAnew}>
            Choose another list
          </Button>
        )}
        {check === null && (
          <FileButton
            inputLabel="Appointments file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            disabled={isBusy}
            onFiles={([file]) => file && void look(file)}
          >
            <FileUp size={16} aria-hidden />
            Choose file
          </FileButton>
        )}
        {check === null ? (
          <Button
            variant="primary"
            disabled={isBusy || text.trim() === ''}
            aria-busy={isBusy}
            onClick={() => void look(text)}
          >
            Check the cells
          </Button>
        ) : (
          check.problems.length === 0 && (
            <Button
              variant="primary"
              disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void upload()}
            >
              Upload {pluralize(check.count, 'appointment')}
            </Button>
          )
        )}
      </div>
    </dialog>
  )
}

const MAX_SHOWN = 50

/** What was pressed is gone, and a screen reader reads what has come. */
function focusOnce(summary: HTMLElement | null) {
  summary?.focus()
}

function Preview({ check }: { check: ListCheck }) {
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
