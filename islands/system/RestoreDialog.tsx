import { type FormEvent, useState } from 'react'
import type { Backup } from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatCounts, type When } from './backup-texts.ts'

type Props = {
  backup: Backup
  when: When
  /** Resolves to the problem, or to null once the restore has begun. */
  onRestore(backup: Backup, password: string): Promise<string | null>
  onClose(): void
}

/** Asks for the password, so that an unattended desk is not enough to restore. */
export function RestoreDialog({ backup, when, onRestore, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { contents } = backup

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || password === '') return
    setBusy(true)
    const failure = await onRestore(backup, password)
    if (failure === null) return onClose()
    setBusy(false)
    setProblem(failure)
  }

  return (
    <Dialog isBusy={isBusy} aria-labelledby="restore-title" onClose={onClose}>
      <h2 id="restore-title" className="dialog__title">
        Restore the backup of {contents && when(contents.madeAt)}?
      </h2>
      <form className="stack" onSubmit={submit}>
        <p>
          It contains {contents && formatCounts(contents.counts)}. Patients, rooms, users, TVs and
          settings return to that state. Anything added later is removed (a backup is made first).
        </p>
        <p>
          TVs, kiosks, programs and users that were revoked, removed or deactivated since stay so.
          Removed names stay removed, and passwords stay as they are now. The system restarts and
          everyone signs in again.
        </p>
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
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={isBusy || password === ''}>
            {isBusy ? 'Restoring...' : 'Restore'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
