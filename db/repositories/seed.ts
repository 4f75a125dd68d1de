import { DISPENSARY, FIRST_ROOMS } from '#domain/rooms/room'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Query } from '../connection/query.ts'
import { createRoom, listRoomIds } from './rooms.ts'
import { saveSettings } from './settings.ts'
import { createUser, hasUsers } from './users.ts'

/** Default of a new clinic. If the setting is missing, all names are kept. */
const KEEP_NAMES_DAYS = '30'

export async function seedDatabase(tx: Query, passwordHash: string, now: string) {
  if (await hasUsers(tx)) return false
  await createUser(tx, { username: BUILT_IN_ADMIN, role: 'admin', passwordHash, createdAt: now })
  const setting = { key: 'keepNamesDays', value: KEEP_NAMES_DAYS, category: 'display' } as const
  await saveSettings(tx, [setting], now)
  if ((await listRoomIds(tx)).length > 0) return true
  await createRoom(tx, { name: DISPENSARY }, true)
  for (const name of FIRST_ROOMS) await createRoom(tx, { name })
  return true
}
