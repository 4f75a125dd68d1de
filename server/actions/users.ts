import type { Query } from '#db/connection/query'
import { deleteSessionsOf } from '#db/repositories/sessions'
import { listTvSessionsOf } from '#db/repositories/tv-devices'
import * as kept from '#db/repositories/users'
import { DomainError } from '#domain/errors'
import {
  type NewUser,
  type SignedInUser,
  type User,
  validateNewUser,
  whyNotDeactivatable,
  whyNotDeletable,
} from '#domain/users/user'
import type { App } from '../context.ts'
import { hashPassword } from '../security/passwords.ts'

type Actor = Pick<SignedInUser, 'id'>

export function getUsers({ read }: App) {
  return read(kept.listUsers)
}

export async function createUser({ read, write, now }: App, input: NewUser): Promise<User> {
  // The rule speaks before the slow hash, and once more inside the transaction.
  const { password } = validateNewUser(input, await read(kept.listUsers))
  const passwordHash = await hashPassword(password)
  return write(async tx => {
    const { username, role } = validateNewUser(input, await kept.listUsers(tx))
    return kept.createUser(tx, { username, role, passwordHash, createdAt: now() })
  })
}

/** Switches a user off or on. Whoever is switched off is out at once, on every screen and TV. */
export async function toggleUser({ write, live }: App, id: number, by: Actor): Promise<User> {
  const { user, ended } = await write(async tx => {
    const { user: before, all } = await getUserAndAll(tx, id)
    if (before.isActive) throwIf(whyNotDeactivatable(before, by, all))
    const toggled = { ...before, isActive: !before.isActive }
    await kept.updateIsActive(tx, id, toggled.isActive)
    return { user: toggled, ended: toggled.isActive ? [] : await endAllSessions(tx, id) }
  })
  live.endSessions(ended)
  return user
}

export async function deleteUser({ write, live }: App, id: number, by: Actor) {
  const ended = await write(async tx => {
    const { user, all } = await getUserAndAll(tx, id)
    throwIf(whyNotDeletable(user, by, all))
    const sessions = await endAllSessions(tx, id)
    await kept.deleteUser(tx, id)
    return sessions
  })
  live.endSessions(ended)
}

/** Ends a user's sessions; his TVs keep their tokens, which hold only while he is active. */
async function endAllSessions(tx: Query, id: number) {
  return [...(await deleteSessionsOf(tx, id)), ...(await listTvSessionsOf(tx, id))]
}

async function getUserAndAll(tx: Query, id: number) {
  const all = await kept.listUsers(tx)
  const user = all.find(one => one.id === id)
  if (!user) throw new DomainError('This user no longer exists', { status: 404 })
  return { user, all }
}

function throwIf(sentence: string | null) {
  if (sentence) throw new DomainError(sentence)
}
