import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NewUser } from '#domain/users/new-user'
import { getRoleLabel, PASSWORD_MIN, ROLES } from '#domain/users/user'
import { Button } from '../ui/buttons/Button.tsx'

type Props = { isBusy: boolean; onAdd(user: NewUser): Promise<boolean> }

const EMPTY: NewUser = { username: '', password: '', role: 'user' }

export function AddUser({ isBusy, onAdd }: Props) {
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
