import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Backup } from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { formatCounts, formatWhen } from './backup-texts.ts'

type Props = {
  backup: Backup
  now: string
  timeZone: string
  /** Answers why not, or null when it has begun. */
  onRestore(password: string): Promise<string | null>
  onClose(): void
}

/** What a restore takes away, and the password: a desk that was left open must not be enough for it. */
export function RestoreDialog({ backup, now, timeZone, onRestore, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { contents } = backup

  useEffect(() => dialog.current?.showModal(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || password === '') return
    setBusy(true)
    setProblem(await onRestore(password))
    setBusy(false)
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="restore-title" onClose={onClose}>
      <h2 id="restore-title" className="dialog__title">
        Restore the backup of {contents && formatWhen(contents.madeAt, now, timeZone)}?
      </h2>
      <form className="stacked-form" onSubmit={submit}>
        <p>
          It holds {contents && formatCounts(contents.counts)}. Patients, rooms, users with their
          passwords, TVs and settings become what they were then; whatever came later is gone from
          the screens. It is kept as a backup of its own first.
        </p>
        <p>The program starts anew, and everyone has to sign in again. That takes a few seconds.</p>
        <label className="field">
          <span className="field__label">Your password</span>
          <input
            className="input"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </label>
        {problem && <Alert>{problem}</Alert>}
        <div className="dialog__actions">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button type="submit" look="danger" disabled={isBusy || password === ''}>
            {isBusy ? 'Restoring...' : 'Restore'}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
