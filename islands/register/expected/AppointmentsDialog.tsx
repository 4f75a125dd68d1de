import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { guessEncoding, WESTERN } from '#domain/tables/decode-table'
import { pluralize } from '#domain/text'
import { formatLongDay } from '#domain/time'
import type { ListCheck } from '../../../server/queries/appointments.ts'
import { api, getErrorMessage, unwrap } from '../../data/api.ts'
import { sendWrite } from '../../data/mutation.ts'
import { toast } from '../../data/toasts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Options, Select } from '../../ui/fields/Select.tsx'
import { ListPreview } from './ListPreview.tsx'
import './AppointmentsDialog.css'

/** `charset`: the encoding of a file, or undefined if the server detects it. */
type ListContent = { body: string | File; charset?: string | undefined }

const FAILED = 'The list could not be uploaded. Please try again.'

const CHARSETS: Options = [
  [WESTERN, 'Western (Windows-1252)'],
  ['gb18030', 'Chinese, simplified (GB18030)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
]

/** Returns true if a file's bytes do not reveal its encoding. */
async function needsCharset(file: File) {
  // Unreadable files are reported when they are sent.
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer())
  return guessEncoding(new Uint8Array(bytes)) === WESTERN
}

/** Sends the list as it is, because the server decodes it. */
function put(
  day: string,
  { body, charset }: ListContent,
  query: { check?: '1' },
  headers: Record<string, string> = {},
) {
  const type = charset ? `text/csv; charset=${charset}` : 'text/csv'
  const options = { headers: { ...headers, 'content-type': type }, init: { body } }
  return unwrap(api.appointments[':day'].$put({ param: { day }, query }, options))
}

type Props = { day: string; onClose(): void }

function useList({ day, onClose }: Props) {
  const [content, setContent] = useState<ListContent | null>(null)
  const [check, setCheck] = useState<ListCheck | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function run(send: () => Promise<void>, onFailure = () => {}) {
    setBusy(true)
    try {
      await send()
      setProblem('')
    } catch (cause) {
      setProblem(getErrorMessage(cause, FAILED))
      onFailure()
    }
    setBusy(false)
  }

  async function checkContent(chosen: ListContent) {
    // Safe: the server answers a `check` with a ListCheck.
    const send = async () => setCheck((await put(day, chosen, { check: '1' })) as ListCheck)
    await run(send, () => setCheck(null))
    setContent(chosen)
  }

  async function checkFile(file: File) {
    const charset = (await needsCharset(file)) ? WESTERN : undefined
    await checkContent({ body: file, charset })
  }

  function startAgain() {
    setContent(null)
    setCheck(null)
    setProblem('')
  }

  const upload = (chosen: ListContent) =>
    run(async () => {
      const answer = await sendWrite(({ headers }) => put(day, chosen, {}, headers), {})
      const { expected } = answer as { expected: number }
      toast('List uploaded', `${expected} expected`)
      onClose()
    })

  return { content, check, problem, isBusy, checkContent, checkFile, startAgain, upload }
}

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
              onClick={() => content && void list.upload(content)}
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
