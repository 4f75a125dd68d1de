import { useSignals } from '@preact/signals-react/runtime'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NewUser } from '#domain/users/new-user'
import { PASSWORD_MIN } from '#domain/users/password'
import { getRoleLabel, ROLES, type SignedInUser, type User } from '#domain/users/user'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { UserRow } from './UserRow.tsx'
import { createUsersModel } from './users-model.ts'

type Props = { users: User[]; me: Pick<SignedInUser, 'id'> }

export default function UsersScreen({ me, ...initial }: Props) {
  useSignals()
  const [model] = useState(() => createUsersModel(initial))
  useWatch(model.users)
  const users = model.users.data.value
  const busy = model.busy.value
  const count = (matches: (user: User) => boolean) => users.filter(matches).length

  return (
    <>
      <PageHeader title="User Management" />
      <SummaryCards
        cards={[
          { title: 'Total Users', value: users.length },
          { title: 'Active Users', value: count(user => user.isActive) },
          { title: 'Admins', value: count(user => user.role === 'admin') },
          { title: 'Regular Users', value: count(user => user.role === 'user') },
        ]}
      />
      <Card title="Add User">
        <AddUser isBusy={busy.has('add')} onAdd={model.add} />
      </Card>
      <Card
        className="section"
        title={
          <>
            User List <span className="count">({users.length})</span>
          </>
        }
      >
        <ul>
          {users.map(user => (
            <UserRow
              key={user.id}
              user={user}
              all={users}
              me={me}
              isBusy={busy.has(user.id)}
              onToggle={() => model.toggle(user)}
              onDelete={() => model.remove(user)}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}

type AddProps = { isBusy: boolean; onAdd(user: NewUser): Promise<boolean> }

const EMPTY: NewUser = { username: '', password: '', role: 'user' }

function AddUser({ isBusy, onAdd }: AddProps) {
  const [user, setUser] = useState(EMPTY)
  const edit = (change: Partial<NewUser>) => setUser(previous => ({ ...previous, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Text typed meanwhile belongs to the next user.
    if (await onAdd(user)) setUser(current => (current === user ? EMPTY : current))
  }

  return (
    <form className="inline-form" onSubmit={submit} autoComplete="off" noValidate>
      <label className="field">
        <span className="field__label">Username</span>
        <input
          className="input"
          value={user.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => edit({ username: event.target.value })}
        />
      </label>
      <label className="field">
        <span className="field__label">Password</span>
        <input
          className="input"
          type="password"
          value={user.password}
          minLength={PASSWORD_MIN}
          autoComplete="new-password"
          onChange={event => edit({ password: event.target.value })}
        />
      </label>
      <label className="field">
        <span className="field__label">Role</span>
        <select
          className="input"
          value={user.role}
          onChange={({ target }) => edit({ role: target.value === 'admin' ? 'admin' : 'user' })}
        >
          {ROLES.map(role => (
            <option key={role} value={role}>
              {getRoleLabel(role)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" variant="primary" aria-busy={isBusy}>
        <UserPlus size={18} aria-hidden />
        {isBusy ? 'Adding...' : 'Add User'}
      </Button>
    </form>
  )
}
