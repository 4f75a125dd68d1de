import { type FormEvent, useState } from 'react'
import type { Backup } from '#domain/backups/backups'
import { api } from '../data/api.ts'
import type { Mutate } from '../data/resource.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatCounts, type When } from './backup-texts.ts'

type Props = {
  backup: Backup
  when: When
  mutate: Mutate<string>
  onClose(): void
}

/** Asks for the password, so that an unattended desk is not enough to restore. */
export function RestoreDialog({ backup, when, mutate, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { contents } = backup

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || password === '') return
    setBusy(true)
    const param = { name: backup.name }
    const begun = await mutate({
      failed: 'The server did not respond. Please try again.',
      onFailure: setProblem,
      send: () => api.backups[':name'].restore.$post({ param, json: { password } }),
    })
    if (begun) return onClose()
    setBusy(false)
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
