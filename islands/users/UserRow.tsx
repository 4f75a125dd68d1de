import { Power, Trash2, Tv } from 'lucide-react'
import { getRemovalProblem, getRoleLabel, type SignedInUser, type User } from '#domain/users/user'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Cell, NameCell } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'

type Props = {
  user: User
  all: User[]
  me: Pick<SignedInUser, 'id'>
  isBusy: boolean
  onToggle(): void
  onDelete(): void
}

export function UserRow({ user, all, me, isBusy, onToggle, onDelete }: Props) {
  const { id, username, role, isActive } = user
  const icon = { size: 16, 'aria-hidden': true }

  return (
    <TableRow
      name={username}
      isBusy={isBusy}
      isDim={!isActive}
      actions={[
        {
          label: isActive ? 'Deactivate' : 'Activate',
          icon: <Power {...icon} />,
          disabledReason: isActive ? getRemovalProblem('deactivate', user, me, all) : null,
          onSelect: onToggle,
        },
        { label: 'Manage Display', icon: <Tv {...icon} />, href: `/displays?user=${id}` },
        {
          label: 'Delete',
          icon: <Trash2 {...icon} />,
          disabledReason: getRemovalProblem('delete', user, me, all),
          onSelect: onDelete,
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
