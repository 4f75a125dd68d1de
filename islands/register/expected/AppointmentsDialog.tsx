import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { WESTERN } from '#domain/tables/decode-table'
import { pluralize } from '#domain/text'
import { formatLongDay } from '#domain/time'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import {
  CHARSETS,
  checkList,
  type ListCheck,
  type ListContent,
  needsCharset,
  uploadList,
} from './appointment-list.ts'
import { ListPreview } from './ListPreview.tsx'
import './AppointmentsDialog.css'

type Props = { day: string; onClose(): void }

/** Manages a list, which is checked first and then uploaded as a whole. */
function useList({ day, onClose }: Props) {
  const [content, setContent] = useState<ListContent | null>(null)
  const [check, setCheck] = useState<ListCheck | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function checkContent(chosen: ListContent) {
    setBusy(true)
    const result = await checkList(day, chosen)
    setBusy(false)
    setContent(chosen)
    setCheck('problem' in result ? null : result)
    setProblem('problem' in result ? result.problem : '')
  }

  async function checkFile(file: File) {
    setBusy(true)
    const charset = (await needsCharset(file)) ? WESTERN : undefined
    await checkContent({ body: file, charset })
  }

  function startAgain() {
    setContent(null)
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

  return { content, check, problem, isBusy, checkContent, checkFile, startAgain, upload }
}

/** Lets the user choose or paste a list, check the preview, and upload it. */
export function AppointmentsDialog({ day, onClose }: Props) {
  const [text, setText] = useState('')
  const list = useList({ day, onClose })
  const { content, check, problem, isBusy, checkContent, startAgain } = list

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
        <ListPreview check={check} day={day} />
      )}
      {content?.charset && (
        <Select
          label="Encoding of the file"
          options={CHARSETS}
          value={content.charset}
          onChange={charset => void checkContent({ ...content, charset })}
        />
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
          <Button disabled={isBusy} onClick={startAgain}>
            Choose another list
          </Button>
        )}
        {check === null ? (
          <CheckButtons
            isBusy={isBusy}
            isEmpty={text.trim() === ''}
            onFile={file => void list.checkFile(file)}
            onCheck={() => void checkContent({ body: text })}
          />
        ) : (
          check.problems.length === 0 && (
            <Button
              variant="primary"
              disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void list.upload()}
            >
              Upload {check.count === 0 ? 'no appointments' : pluralize(check.count, 'appointment')}
            </Button>
          )
        )}
      </div>
    </Dialog>
  )
}

type CheckProps = { isBusy: boolean; isEmpty: boolean; onFile(file: File): void; onCheck(): void }

function CheckButtons({ isBusy, isEmpty, onFile, onCheck }: CheckProps) {
  return (
    <>
      <FileButton
        inputLabel="Appointments file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        disabled={isBusy}
        onFiles={([file]) => file && onFile(file)}
      >
        <FileUp size={16} aria-hidden />
        Choose file
      </FileButton>
      <Button variant="primary" disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={onCheck}>
        Check the cells
      </Button>
    </>
  )
}
