import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NewUser } from '#domain/users/new-user'
import { PASSWORD_MIN } from '#domain/users/password'
import { getRoleLabel, ROLES, type SignedInUser, type User } from '#domain/users/user'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { type FieldProblem, TextField } from '../ui/fields/TextField.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { Table, TableCard } from '../ui/table/Table.tsx'
import { UserRow } from './UserRow.tsx'
import { createUsersModel } from './users-model.ts'
import './UsersScreen.css'

type Props = { users: User[]; me: Pick<SignedInUser, 'id'> }

export default function UsersScreen({ me, ...initial }: Props) {
  useSignals()
  const [model] = useState(() => createUsersModel(initial))
  const [dialog, ask] = useConfirm()
  useWatch(model.users)
  const users = model.users.data.value
  const busy = model.busy.value
  const count = (matches: (user: User) => boolean) => users.filter(matches).length

  function askToDelete(user: User) {
    ask({
      title: `Delete user ${user.username}?`,
      about: `${user.username} is signed out and cannot sign in again. What they did stays in Audit.`,
      action: 'Delete user',
      onConfirm: () => model.remove(user),
    })
  }

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
      <TableCard title="User List" count={users.length} className="section">
        <Table
          label="User List"
          titles={['Username', 'Role', 'State']}
          hasActions
          className="users-table"
        >
          {users.map(user => (
            <UserRow
              key={user.id}
              user={user}
              all={users}
              me={me}
              isBusy={busy.has(user.id)}
              onToggle={() => model.toggle(user)}
              onDelete={() => askToDelete(user)}
            />
          ))}
        </Table>
      </TableCard>
      {dialog}
    </>
  )
}

type AddProps = {
  isBusy: boolean
  onAdd(user: NewUser, onProblem: (problem: FieldProblem) => void): Promise<boolean>
}

const EMPTY: NewUser = { username: '', password: '', role: 'user' }

function AddUser({ isBusy, onAdd }: AddProps) {
  const [user, setUser] = useState(EMPTY)
  const [problem, setProblem] = useState<FieldProblem | null>(null)

  function edit(change: Partial<NewUser>) {
    setUser(previous => ({ ...previous, ...change }))
    setProblem(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    // Text typed meanwhile belongs to the next user.
    if (await onAdd(user, setProblem)) setUser(current => (current === user ? EMPTY : current))
  }

  return (
    <form className="inline-form" onSubmit={submit} autoComplete="off" noValidate>
      <TextField
        label="Username"
        name="username"
        problem={problem}
        value={user.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => edit({ username: event.target.value })}
      />
      <TextField
        label="Password"
        name="password"
        problem={problem}
        type="password"
        value={user.password}
        minLength={PASSWORD_MIN}
        autoComplete="new-password"
        onChange={event => edit({ password: event.target.value })}
      />
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
        <Plus size={18} aria-hidden />
        {isBusy ? 'Adding...' : 'Add User'}
      </Button>
    </form>
  )
}
