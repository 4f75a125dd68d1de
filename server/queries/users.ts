import { findUserByName, listUsers } from '#db/repositories/users'
import type { App } from '../context.ts'

export function getUsers({ read }: App) {
  return read(listUsers)
}

export async function findKnownUser({ read }: App, username: string) {
  const user = await read(db => findUserByName(db, username))
  return user && { id: user.id, username: user.username }
}
