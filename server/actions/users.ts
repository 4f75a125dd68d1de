import type { Query } from '#db/connection/query'
import { listTokensOf } from '#db/repositories/api-tokens'
import { deleteSessionsOf } from '#db/repositories/sessions'
import { listDevicesOf } from '#db/repositories/tv/tv-devices'
import * as repository from '#db/repositories/users'
import { getTvSessionId } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { getTokenSession } from '#domain/programs/api-token'
import { type NewUser, validateNewUser } from '#domain/users/new-user'
import { getRemovalProblem, type SignedInUser, type User } from '#domain/users/user'
import type { App } from '../context.ts'
import { hashPassword } from '../security/passwords.ts'

type Actor = Pick<SignedInUser, 'id'>

export async function createUser({ read, write, now }: App, input: NewUser): Promise<User> {
  // Before the slow hash, and again inside the transaction.
  const { password } = validateNewUser(input, await read(repository.listUsers))
  const passwordHash = await hashPassword(password)
  return write(async tx => {
    const { username, role } = validateNewUser(input, await repository.listUsers(tx))
    return repository.createUser(tx, { username, role, passwordHash, createdAt: now() })
  })
}

export async function toggleUser({ write, channel }: App, id: number, by: Actor): Promise<User> {
  const { user, ended } = await write(async tx => {
    const { user: before, all } = await getUserAndAll(tx, id)
    if (before.isActive) throwIf(getRemovalProblem('deactivate', before, by, all))
    const toggled = { ...before, isActive: !before.isActive }
    await repository.updateUser(tx, id, { isActive: toggled.isActive })
    return { user: toggled, ended: toggled.isActive ? [] : await endAllSessions(tx, id) }
  })
  channel.endSessions(ended)
  return user
}

export async function deleteUser({ write, channel }: App, id: number, by: Actor) {
  const { user, sessions } = await write(async tx => {
    const { user, all } = await getUserAndAll(tx, id)
    throwIf(getRemovalProblem('delete', user, by, all))
    const sessions = await endAllSessions(tx, id)
    await repository.deleteUser(tx, id)
    return { user, sessions }
  })
  channel.endSessions(sessions)
  return user.username
}

/** TVs and programs keep their tokens, which are valid only while their user is active. */
async function endAllSessions(tx: Query, id: number) {
  const devices = await listDevicesOf(tx, id)
  const tokens = await listTokensOf(tx, id)
  return [
    ...(await deleteSessionsOf(tx, id)),
    ...devices.map(tv => getTvSessionId(tv.id)),
    ...tokens.map(token => getTokenSession(token.id)),
  ]
}

async function getUserAndAll(tx: Query, id: number) {
  const all = await repository.listUsers(tx)
  const user = all.find(user => user.id === id)
  if (!user) throw new DomainError('This user no longer exists', { status: 404 })
  return { user, all }
}

function throwIf(sentence: string | null) {
  if (sentence) throw new DomainError(sentence)
}
