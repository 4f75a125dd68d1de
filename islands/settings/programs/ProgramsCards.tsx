import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { type ApiToken, SCOPES, type Scope } from '#domain/programs/api-token'
import { formatLongDay, getClinicDay, type TimeZone } from '#domain/time'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { useConfirm } from '../../ui/confirm/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWatch } from '../../ui/hooks/use-watch.ts'
import { Cell, NameCell, Table, TableCard } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/TableRow.tsx'
import { createProgramsModel } from './programs-model.ts'
import './ProgramsCards.css'

const SCOPE_LABELS: Record<Scope, string> = {
  register: 'Register patients, and bring them back',
  queue: 'Read the queue, with names',
  reports: 'Read reports',
  notify: 'Send notices to patients, and see their phone numbers',
}

export function ProgramsCards({ timeZone }: { timeZone: TimeZone }) {
  useSignals()
  const [model] = useState(createProgramsModel)
  const [dialog, ask] = useConfirm()
  useWatch(model.tokens)
  useEffect(() => void model.tokens.refetch().catch(() => {}), [model])
  const tokens = model.tokens.data.value
  const busy = model.busy.value
  const created = model.created.value

  function askToRemove(token: ApiToken) {
    ask({
      title: `Remove program ${token.name}?`,
      about: 'Its token ends at once.',
      losses: token.scopes.map(scope => `It can no longer ${SCOPE_LABELS[scope].toLowerCase()}`),
      action: 'Remove program',
      onConfirm: () => model.remove(token),
    })
  }

  return (
    <>
      <Card title="Add a Program" className="programs">
        <p className="soft programs__description">
          Another program of the clinic signs in with a token, in your name. It can do what you
          choose here and nothing else.
        </p>
        {created ? (
          <NewToken {...created} onHide={() => (model.created.value = null)} />
        ) : (
          <AddProgram isBusy={busy.has('add')} onAdd={model.add} />
        )}
      </Card>
      <TableCard title="Programs" className="programs" {...(tokens && { count: tokens.length })}>
        {tokens?.length === 0 && (
          <EmptyState
            message="No programs yet"
            hint="Add the booking system or the laboratory. docs/api.md tells its maker how to use the token."
          />
        )}
        {tokens?.[0] && (
          <Table
            label="Programs"
            titles={['Program', 'It may', 'Last used']}
            hasActions
            className="programs-table"
          >
            {tokens.map(token => (
              <Program
                key={token.id}
                {...{ token, timeZone }}
                isBusy={busy.has(token.id)}
                onRemove={() => askToRemove(token)}
              />
            ))}
          </Table>
        )}
      </TableCard>
      {dialog}
    </>
  )
}

type ProgramProps = { token: ApiToken; timeZone: TimeZone; isBusy: boolean; onRemove(): void }

function Program({ token, timeZone, isBusy, onRemove }: ProgramProps) {
  const { name, scopes, username, createdAt, lastUsedAt } = token
  const day = (instant: string) => formatLongDay(getClinicDay(instant, timeZone))
  const remove = {
    label: 'Remove',
    icon: <Trash2 size={16} aria-hidden />,
    onSelect: onRemove,
  }
  return (
    <TableRow name={name} isBusy={isBusy} actions={[remove]}>
      <NameCell below={`Added by ${username} on ${day(createdAt)}`}>{name}</NameCell>
      <Cell>{scopes.map(scope => SCOPE_LABELS[scope]).join('; ')}</Cell>
      <Cell>{lastUsedAt ? day(lastUsedAt) : 'never used'}</Cell>
    </TableRow>
  )
}

type NewTokenProps = { name: string; token: string; onHide(): void }

function NewToken({ name, token, onHide }: NewTokenProps) {
  return (
    <section className="programs__new stack" aria-label={`Token for ${name}`}>
      <p>
        Enter this token in {name}. <strong>It is shown only once.</strong>
      </p>
      <CopyField label="Token" value={token} copyLabel="Copy token" onHide={onHide} />
    </section>
  )
}

type Input = Pick<ApiToken, 'name' | 'scopes'>
type AddProps = { isBusy: boolean; onAdd(program: Input): Promise<boolean> }

const EMPTY: Input = { name: '', scopes: [] }

function AddProgram({ isBusy, onAdd }: AddProps) {
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
    <form className="programs__form" onSubmit={submit} autoComplete="off">
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
      <fieldset className="checks">
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
