import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { pluralize } from '#domain/text'
import { formatLongDay } from '#domain/time'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { checkList, type ListCheck, uploadList } from './appointment-list.ts'
import { ListPreview } from './ListPreview.tsx'
import './AppointmentsDialog.css'

type Content = string | File
type Props = { day: string; onClose(): void }

/** Choose or paste, look at what was read, upload. Nothing is imported by halves. */
export function AppointmentsDialog({ day, onClose }: Props) {
  const [text, setText] = useState('')
  const [content, setContent] = useState<Content | null>(null)
  const [check, setCheck] = useState<ListCheck | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

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
    if (failure === null) onClose()
    else setProblem(failure)
  }

  return (
    <Dialog
      isBusy={isBusy}
      className="appointments-dialog"
      aria-labelledby="appointments-title"
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
        <ListPreview check={check} />
      )}
      {problem && (
        <p className="field__problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog__actions">
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        {check !== null && (
          <Button disabled={isBusy} onClick={startAnew}>
            Choose another list
          </Button>
        )}
        {check === null ? (
          <CheckButtons text={text} isBusy={isBusy} onCheck={chosen => void look(chosen)} />
        ) : (
          check.problems.length === 0 && (
            <Button
              variant="primary"
              disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void upload()}
            >
              Upload {check.count === 0 ? 'no appointments' : pluralize(check.count, 'appointment')}
            </Button>
          )
        )}
      </div>
    </Dialog>
  )
}

type CheckProps = { text: string; isBusy: boolean; onCheck(chosen: Content): void }

function CheckButtons({ text, isBusy, onCheck }: CheckProps) {
  return (
    <>
      <FileButton
        inputLabel="Appointments file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        disabled={isBusy}
        onFiles={([file]) => file && onCheck(file)}
      >
        <FileUp size={16} aria-hidden />
        Choose file
      </FileButton>
      <Button
        variant="primary"
        disabled={isBusy || text.trim() === ''}
        aria-busy={isBusy}
        onClick={() => onCheck(text)}
      >
        Check the cells
      </Button>
    </>
  )
}
