import { Power, Trash2, Tv } from 'lucide-react'
import { validateNewUser } from '#domain/users/new-user'
import { PASSWORD_MIN } from '#domain/users/password'
import {
  getRemovalProblem,
  getRoleLabel,
  ROLES,
  type Role,
  type SignedInUser,
  type User,
} from '#domain/users/user'
import { api, toPath, unwrap } from '../data/api.ts'
import { type Mutate, useResource } from '../data/resource.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Question, useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { InlineForm } from '../ui/fields/InlineForm.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import './UsersScreen.css'

type Props = { users: User[]; me: Pick<SignedInUser, 'id'> }

const ICON = { size: 16, 'aria-hidden': true }

const FIELDS = [
  {
    name: 'username',
    label: 'Username',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    minLength: PASSWORD_MIN,
    autoComplete: 'new-password',
  },
  {
    name: 'role',
    label: 'Role',
    options: ROLES.map(role => [role, getRoleLabel(role)] as const),
    defaultValue: 'user',
  },
] as const

export default function UsersScreen({ me, users: initial }: Props) {
  const load = () => unwrap(api.users.$get())
  const { items: users, busy, mutate } = useResource('users', load, initial)
  const [dialog, ask] = useConfirm()
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
        <InlineForm
          fields={FIELDS}
          action="Add User"
          busyText="Adding..."
          onSubmit={(texts, onProblem) =>
            mutate({
              done: ['User Successfully Added', texts.username.trim()],
              failed: 'Failed to add user. Please try again.',
              title: 'Registration Error',
              onProblem,
              send() {
                // Safe: the options of the field are roles.
                const user = { ...texts, role: texts.role as Role }
                return api.users.$post({ json: validateNewUser(user, users) })
              },
            })
          }
        />
      </Card>
      <TableCard title="User List" count={users.length} className="section">
        <Table
          label="User List"
          titles={['Username', ['Role', '148'], ['State', '148']]}
          hasActions
          className="users-table"
        >
          {users.map(user => (
            <UserRow
              key={user.id}
              {...{ user, users, me, mutate, ask }}
              isBusy={busy.has(user.id)}
            />
          ))}
        </Table>
      </TableCard>
      {dialog}
    </>
  )
}

type RowProps = Props & {
  user: User
  isBusy: boolean
  mutate: Mutate
  ask(question: Question): void
}

function UserRow({ user, users, me, isBusy, mutate, ask }: RowProps) {
  const { id, username, role, isActive } = user
  const toggle = () =>
    mutate({
      keys: [id],
      done: ['Status Updated', `${username} is now ${isActive ? 'inactive' : 'active'}`],
      failed: 'Failed to update user status',
      send: () => api.users[':id'].status.$patch(toPath(user)),
    })
  const remove = () =>
    mutate({
      keys: [id],
      done: ['User Deleted', username],
      failed: 'Failed to delete user',
      send: () => api.users[':id'].$delete(toPath(user)),
    })
  const askToRemove = () =>
    ask({
      title: `Delete user ${username}?`,
      about: `${username} is logged out and cannot log in again. Their actions stay in Audit.`,
      action: 'Delete user',
      onConfirm: remove,
    })

  return (
    <TableRow
      name={username}
      isBusy={isBusy}
      isDim={!isActive}
      actions={[
        {
          label: isActive ? 'Deactivate' : 'Activate',
          icon: <Power {...ICON} />,
          disabledReason: isActive ? getRemovalProblem('deactivate', user, me, users) : null,
          onSelect: toggle,
        },
        { label: 'Manage Display', icon: <Tv {...ICON} />, href: `/displays?user=${id}` },
        {
          label: 'Delete',
          icon: <Trash2 {...ICON} />,
          disabledReason: getRemovalProblem('delete', user, me, users),
          onSelect: askToRemove,
        },
      ]}
    >
      <NameCell below={id === me.id && 'You'}>{username}</NameCell>
      <Cell>
        <span className={`badge tone--${role === 'admin' ? 'in-progress' : 'waiting'}`}>
          {getRoleLabel(role)}
        </span>
      </Cell>
      <Cell isAside>
        <ActiveBadge isActive={isActive} />
      </Cell>
    </TableRow>
  )
}
