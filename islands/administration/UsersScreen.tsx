import { useSignals } from '@preact/signals-react/runtime'
import { ShieldCheck, UserCheck, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser, User } from '#domain/users/user'
import { useWatch } from '../data/use-watch.ts'
import { Card } from '../ui/Card.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { AddUser } from './AddUser.tsx'
import { ManageDisplay } from './ManageDisplay.tsx'
import { UserRow } from './UserRow.tsx'
import { createUsersModel } from './users-model.ts'

type Props = { users: User[]; me: Pick<SignedInUser, 'id'> }

/** Who may sign in, and as what. */
export default function UsersScreen({ me, ...first }: Props) {
  useSignals()
  const [desk] = useState(() => createUsersModel(first))
  useWatch(desk.users)
  const users = desk.users.data.value
  const [managedId, setManagedId] = useState<number | null>(null)
  const managed = users.find(user => user.id === managedId)
  const count = (isSo: (user: User) => boolean) => users.filter(isSo).length

  return (
    <>
      <PageHeader title="User Management" />
      <SummaryCards
        cards={[
          { title: 'Total Users', value: users.length, Icon: Users },
          { title: 'Active Users', value: count(user => user.isActive), Icon: UserCheck },
          { title: 'Admins', value: count(user => user.role === 'admin'), Icon: ShieldCheck },
          { title: 'Regular Users', value: count(user => user.role === 'user'), Icon: UserRound },
        ]}
      />
      <Card title="Add User">
        <AddUser isBusy={desk.isAdding.value} onAdd={desk.add} />
      </Card>
      <Card
        className="users"
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
              isBusy={desk.busyIds.value.has(user.id)}
              onToggle={() => desk.toggle(user)}
              onManageDisplay={() => setManagedId(user.id)}
              onDelete={() => desk.remove(user)}
            />
          ))}
        </ul>
      </Card>
      {managed && (
        <ManageDisplay key={managed.id} user={managed} onClose={() => setManagedId(null)} />
      )}
    </>
  )
}
