import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ApiToken, SCOPES, type Scope } from '#domain/programs/api-token'
import { cleanName } from '#domain/text'
import { formatLongDay, getClinicDay, type TimeZone } from '#domain/time'
import { api, toPath, unwrap } from '../../data/api.ts'
import { type Mutate, useResource } from '../../data/resource.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { useConfirm } from '../../ui/confirm/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { InlineForm } from '../../ui/fields/InlineForm.tsx'
import { Cell, NameCell, Table, TableCard } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/TableRow.tsx'

const SCOPE_LABELS: Record<Scope, string> = {
  register: 'Register patients, and bring them back',
  queue: 'Read the queue, with names',
  reports: 'Read reports',
  notify: 'Send notices to patients, and see their phone numbers',
}

export function ProgramsCards({ timeZone }: { timeZone: TimeZone }) {
  const load = () => unwrap(api.tokens.$get())
  const programs = useResource<ApiToken[] | null>('programs', load, null)
  const { items: tokens, busy, mutate, refetch } = programs
  const [created, setCreated] = useState<NewTokenProps['created'] | null>(null)
  const [dialog, ask] = useConfirm()
  useEffect(() => void refetch().catch(() => {}), [refetch])

  function askToRemove(token: ApiToken) {
    ask({
      title: `Remove system ${token.name}?`,
      about: 'Its token ends at once.',
      losses: token.scopes.map(scope => `It can no longer ${SCOPE_LABELS[scope].toLowerCase()}`),
      action: 'Remove system',
      onConfirm: () =>
        mutate({
          keys: [token.id],
          done: ['System removed', token.name],
          failed: 'Failed to remove the system.',
          send: () => api.tokens[':id'].$delete(toPath(token)),
        }),
    })
  }

  return (
    <>
      <Card title="Add a connected system" className="programs">
        <p className="soft programs__description">
          Connect another system, such as your booking software. It acts in your name and can do
          only what you allow.
        </p>
        {created ? (
          <NewToken created={created} onHide={() => setCreated(null)} />
        ) : (
          <AddProgram mutate={mutate} onAdded={setCreated} />
        )}
      </Card>
      <TableCard
        title="Connected systems"
        className="programs"
        {...(tokens && { count: tokens.length })}
      >
        {tokens?.length === 0 && (
          <EmptyState
            message="No connected systems yet"
            hint="Add the booking system or the laboratory. docs/api.md tells its maker how to use the token."
          />
        )}
        {tokens?.[0] && (
          <Table
            label="Connected systems"
            titles={[['System', '34%'], 'Permissions', ['Last used', '132']]}
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

type NewTokenProps = { created: { name: string; token: string }; onHide(): void }

function NewToken({ created: { name, token }, onHide }: NewTokenProps) {
  return (
    <section className="programs__new stack" aria-label={`Token for ${name}`}>
      <p>
        Enter this token in {name}. <strong>It is shown only once.</strong>
      </p>
      <CopyField label="Token" value={token} copyLabel="Copy token" onHide={onHide} />
    </section>
  )
}

type AddProps = { mutate: Mutate; onAdded(created: NewTokenProps['created']): void }

const FIELDS = [
  { name: 'name', label: 'Name of the system', maxLength: 40, placeholder: 'Laboratory' },
] as const
const RIGHTS = SCOPES.map(id => ({ id, name: SCOPE_LABELS[id] }))

function AddProgram({ mutate, onAdded }: AddProps) {
  const [scopes, setScopes] = useState<Scope[]>([])

  async function add({ name }: { name: string }) {
    const added = await mutate({
      failed: 'Failed to add the system.',
      send: () => api.tokens.$post({ json: { name, scopes } }),
    })
    if (added) onAdded({ name: cleanName(name), token: added.token })
    return added
  }

  return (
    <InlineForm
      className="programs__form stack"
      fields={FIELDS}
      action="Add system"
      busyText="Adding..."
      isComplete={({ name }) => name.trim() !== '' && scopes.length > 0}
      onSubmit={add}
    >
      <Checks label="Permissions" options={RIGHTS} chosen={scopes} onChange={setScopes} />
    </InlineForm>
  )
}
