import type { Query } from '#db/connection/query'
import { findUserByName, listUsers } from '#db/repositories/users'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'

export function getUsers({ read }: App) {
  return read(listUsers)
}

export async function findKnownUser({ read }: App, username: string) {
  const user = await read(db => findUserByName(db, username))
  return user && { id: user.id, username: user.username }
}

export async function getOwner(db: Query, id: number) {
  const user = (await listUsers(db)).find(user => user.id === id)
  if (!user) throw new DomainError('This user no longer exists', { status: 404 })
  return user
}
