import { listUsers } from '#db/repositories/users'
import type { App } from '../context.ts'

export function getUsers({ read }: App) {
  return read(listUsers)
}
