import { Link } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TV_NAME_MAX } from '#domain/display/tv-device'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'

type Props = { isBusy: boolean; problem: string | null; onAdd(name: string): Promise<boolean> }

export function AddTv({ isBusy, problem, onAdd }: Props) {
  const [name, setName] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Text typed meanwhile belongs to the next TV.
    if (await onAdd(name)) setName(current => (current === name ? '' : current))
  }

  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <h3 className="card__title">Add TV</h3>
      <p className="manage-display__hint">
        Creates a link and a QR code for a device that can open or scan one.
      </p>
      <label className="field">
        <span className="field__label">Name</span>
        <input
          className="input"
          value={name}
          maxLength={TV_NAME_MAX}
          onChange={event => setName(event.target.value)}
        />
      </label>
      {problem && <Alert>{problem}</Alert>}
      <Button type="submit" aria-busy={isBusy}>
        <Link size={18} aria-hidden />
        {isBusy ? 'Adding...' : 'Add TV'}
      </Button>
    </form>
  )
}
