import { useSignals } from '@preact/signals-react/runtime'
import { ShieldCheck, UserCheck, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser, User } from '#domain/users/user'
import { ManageDisplay } from '../displays/ManageDisplay.tsx'
import { Card } from '../ui/Card.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { AddUser } from './AddUser.tsx'
import { UserRow } from './UserRow.tsx'
import { createUsersModel } from './users-model.ts'

type Props = { users: User[]; me: Pick<SignedInUser, 'id'>; pairingUrl: string }

export default function UsersScreen({ me, pairingUrl, ...initial }: Props) {
  useSignals()
  const [model] = useState(() => createUsersModel(initial))
  useWatch(model.users)
  const users = model.users.data.value
  const busy = model.busy.value
  const [managedId, setManagedId] = useState<number | null>(null)
  const managed = users.find(user => user.id === managedId)
  const count = (matches: (user: User) => boolean) => users.filter(matches).length

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
              onManageDisplay={() => setManagedId(user.id)}
              onDelete={() => model.remove(user)}
            />
          ))}
        </ul>
      </Card>
      {managed && (
        <ManageDisplay
          key={managed.id}
          user={managed}
          pairingUrl={pairingUrl}
          onClose={() => setManagedId(null)}
        />
      )}
    </>
  )
}
