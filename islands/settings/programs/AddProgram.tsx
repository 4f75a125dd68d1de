import { type FormEvent, useState } from 'react'
import { type ApiToken, SCOPES, type Scope } from '#domain/programs/api-token'
import { Button } from '../../ui/buttons/Button.tsx'

type Input = Pick<ApiToken, 'name' | 'scopes'>
type Props = { isBusy: boolean; onAdd(program: Input): Promise<boolean> }

export const SCOPE_LABELS: Record<Scope, string> = {
  register: 'Register patients',
  queue: 'Read the queue, with names',
  reports: 'Read reports',
}
const EMPTY: Input = { name: '', scopes: [] }

export function AddProgram({ isBusy, onAdd }: Props) {
  const [input, setInput] = useState(EMPTY)
  const { name, scopes } = input
  const isComplete = name.trim() !== '' && scopes.length > 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete && (await onAdd(input))) setInput(EMPTY)
  }

  function toggle(scope: Scope) {
    const others = scopes.filter(one => one !== scope)
    setInput({ name, scopes: others.length < scopes.length ? others : [...scopes, scope] })
  }

  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <label className="field">
        <span className="field__label">Name of the program</span>
        <input
          className="input"
          value={name}
          maxLength={40}
          placeholder="Laboratory"
          onChange={event => setInput({ name: event.target.value, scopes })}
        />
      </label>
      <fieldset className="programs__rights">
        <legend className="field__label">It may</legend>
        {SCOPES.map(scope => (
          <label key={scope} className="programs__right">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
            {SCOPE_LABELS[scope]}
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="primary" disabled={isBusy || !isComplete}>
        {isBusy ? 'Adding...' : 'Add Program'}
      </Button>
    </form>
  )
}
