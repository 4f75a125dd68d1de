import type { User } from '#domain/users/user'
import { Select } from '../ui/fields/Select.tsx'

export type Owner = Pick<User, 'id' | 'username'>

type Props = { users: Owner[]; value: number; onChange(id: number): void }

export function OwnerField({ users, value, onChange }: Props) {
  if (users.length < 2) return null
  const options = users.map(({ id, username }) => [id, username] as const)
  return (
    <Select label="User" options={options} value={value} onChange={id => onChange(Number(id))} />
  )
}
