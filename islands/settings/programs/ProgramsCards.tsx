import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApiToken } from '#domain/programs/api-token'
import { getClinicDay } from '#domain/time'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWatch } from '../../ui/hooks/use-watch.ts'
import { AddProgram, SCOPE_LABELS } from './AddProgram.tsx'
import { createProgramsModel } from './programs-model.ts'
import './ProgramsCards.css'

export function ProgramsCards({ timeZone }: { timeZone: string }) {
  useSignals()
  const [model] = useState(createProgramsModel)
  useWatch(model.tokens)
  useEffect(() => void model.tokens.refetch().catch(() => {}), [model])
  const tokens = model.tokens.data.value
  const busy = model.busy.value
  const created = model.created.value
  return (
    <>
      <Card title="Add a Program">
        <p className="soft programs__about">
          Another program of the clinic signs in with a token, in your name. It can do what you
          choose here and nothing else.
        </p>
        {created ? (
          <NewToken {...created} onHide={() => (model.created.value = null)} />
        ) : (
          <AddProgram isBusy={busy.has('add')} onAdd={model.add} />
        )}
      </Card>
      <Card title="Programs" className="section">
        {tokens?.length === 0 && (
          <EmptyState
            message="No programs yet"
            hint="Add the booking system or the laboratory above. docs/api.md tells its maker how to use the token."
          />
        )}
        <ul>
          {tokens?.map(token => (
            <Program
              key={token.id}
              {...{ token, timeZone }}
              isBusy={busy.has(token.id)}
              onRemove={() => model.remove(token)}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}

type ProgramProps = { token: ApiToken; timeZone: string; isBusy: boolean; onRemove(): void }

function Program({ token, timeZone, isBusy, onRemove }: ProgramProps) {
  const { name, scopes, username, createdAt, lastUsedAt } = token
  const used = lastUsedAt ? `last used on ${getClinicDay(lastUsedAt, timeZone)}` : 'never used'
  const question = `Remove ${name}? Its token ends at once, and cannot be brought back.`
  return (
    <li className="card-row" aria-busy={isBusy}>
      <div>
        <strong>{name}</strong>
        <p className="soft">
          {scopes.map(scope => SCOPE_LABELS[scope]).join('; ')}. Added by {username} on{' '}
          {getClinicDay(createdAt, timeZone)}, {used}.
        </p>
      </div>
      <div className="row-actions">
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={`Remove ${name}`}
          onClick={() => confirm(question) && onRemove()}
        >
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      </div>
    </li>
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
