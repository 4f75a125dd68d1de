import { DISPENSARY } from '#domain/rooms/room'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { addRoom } from './rooms.ts'
import { addUser, hasUsers } from './users.ts'

/** Fills a new database: the admin, the dispensary and two rooms. False when it was filled before. */
export async function firstRun(tx: Query, passwordHash: string, now: string) {
  if (await hasUsers(tx)) return false
  await addUser(tx, { username: BUILT_IN_ADMIN, role: 'admin', passwordHash, createdAt: now })
  await addRoom(tx, DISPENSARY, true)
  await addRoom(tx, 'Room 1')
  await addRoom(tx, 'Room 2')
  return true
}
