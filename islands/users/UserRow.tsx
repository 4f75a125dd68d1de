import { Power, ShieldCheck, Trash2, Tv, UserRound } from 'lucide-react'
import { getRemovalProblem, getRoleLabel, type SignedInUser, type User } from '#domain/users/user'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import '../ui/badge.css'
import './UserRow.css'

type Props = {
  user: User
  all: User[]
  me: Pick<SignedInUser, 'id'>
  isBusy: boolean
  onToggle(): void
  onDelete(): void
}

export function UserRow({ user, all, me, isBusy, onToggle, onDelete }: Props) {
  const deleteDisabledReason = getRemovalProblem('delete', user, me, all)
  const toggleDisabledReason = user.isActive ? getRemovalProblem('deactivate', user, me, all) : null
  const RoleIcon = user.role === 'admin' ? ShieldCheck : UserRound
  const question = `Delete the user ${user.username}? This cannot be undone.`

  return (
    <li className="card-row row user-row" aria-busy={isBusy}>
      <div className="row">
        <strong className="user-row__name">{user.username}</strong>
        <span className={`badge badge--${user.role === 'admin' ? 'dispensary' : 'waiting'}`}>
          <RoleIcon size={14} aria-hidden />
          {getRoleLabel(user.role)}
        </span>
        <ActiveBadge isActive={user.isActive} />
        {user.id === me.id && <span className="soft">You</span>}
      </div>
      <div className="row-actions">
        <Button disabled={isBusy} disabledReason={toggleDisabledReason} onClick={onToggle}>
          <Power size={16} aria-hidden />
          {user.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <a
          className="button"
          href={`/displays?user=${user.id}`}
          aria-label={`Manage Display of ${user.username}`}
        >
          <Tv size={16} aria-hidden />
          Manage Display
        </a>
        <Button
          variant="quiet"
          disabled={isBusy}
          disabledReason={deleteDisabledReason}
          aria-label={`Delete ${user.username}`}
          onClick={() => confirm(question) && onDelete()}
        >
          <Trash2 size={16} aria-hidden />
          Delete
        </Button>
      </div>
    </li>
  )
}
