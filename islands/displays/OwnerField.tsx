import type { User } from '#domain/users/user'

export type Owner = Pick<User, 'id' | 'username'>

type Props = { users: Owner[]; value: number; onChange(id: number): void }

export function OwnerField({ users, value, onChange }: Props) {
  if (users.length < 2) return null
  return (
    <label className="field">
      <span className="field__label">User</span>
      <select
        className="input"
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      >
        {users.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
      </select>
    </label>
  )
}
