import { Tv } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TV_NAME_MAX } from '#domain/display/tv-device'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'

type Props = {
  isBusy: boolean
  problem: string | null
  onPair(code: string, name: string): Promise<boolean>
}

const CODE_MAX = 10
const EMPTY = { code: '', name: '' }

export function PairTv({ isBusy, problem, onPair }: Props) {
  const [form, setForm] = useState(EMPTY)
  const edit = (change: Partial<typeof EMPTY>) => setForm(previous => ({ ...previous, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await onPair(form.code, form.name)) setForm(current => (current === form ? EMPTY : current))
  }

  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <h3 className="card__title">Enter pairing code</h3>
      <p className="manage-display__hint">
        On the TV, open <TvAddress />. Then enter the code that it shows.
      </p>
      <label className="field">
        <span className="field__label">Pairing code</span>
        <input
          className="input pairing-code"
          value={form.code}
          maxLength={CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={event => edit({ code: event.target.value })}
        />
      </label>
      <label className="field">
        <span className="field__label">Name of this TV</span>
        <input
          className="input"
          value={form.name}
          maxLength={TV_NAME_MAX}
          onChange={event => edit({ name: event.target.value })}
        />
      </label>
      {problem && <Alert>{problem}</Alert>}
      <Button type="submit" variant="primary" aria-busy={isBusy}>
        <Tv size={18} aria-hidden />
        {isBusy ? 'Connecting...' : 'Connect TV'}
      </Button>
    </form>
  )
}

/** localhost means nothing to a TV. */
function TvAddress() {
  const { hostname, host } = location
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return <strong>{host}/tv</strong>
  return (
    <>
      this computer's network address followed by <strong>/tv</strong>
    </>
  )
}
