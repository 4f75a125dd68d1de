import type { Query } from '#db/connection/query'
import { listTokensOf } from '#db/repositories/api-tokens'
import { deleteSessionsOf } from '#db/repositories/sessions'
import { listDevicesOf } from '#db/repositories/tv/tv-devices'
import * as repository from '#db/repositories/users'
import { getTvSessionId } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { getTokenSession } from '#domain/programs/api-token'
import { type NewUser, validateNewUser } from '#domain/users/new-user'
import { getRemovalProblem } from '#domain/users/user'
import type { App } from '../context.ts'
import { hashPassword } from '../security/passwords.ts'
import { getUserId, type Tx } from '../write.ts'

/** Checks the input before the slow hash. `createUser` checks it again. */
export async function hashNewPassword({ read }: App, input: NewUser) {
  return hashPassword(validateNewUser(input, await read(repository.listUsers)).password)
}

export async function createUser({ db, now }: Tx, input: NewUser, passwordHash: string) {
  const { username, role } = validateNewUser(input, await repository.listUsers(db))
  return repository.createUser(db, { username, role, passwordHash, createdAt: now })
}

export async function toggleUser(tx: Tx, id: number) {
  const { user: before, all } = await getUserAndAll(tx.db, id)
  const by = { id: getUserId(tx) }
  if (before.isActive) throwIf(getRemovalProblem('deactivate', before, by, all))
  const user = { ...before, isActive: !before.isActive }
  await repository.updateUser(tx.db, id, { isActive: user.isActive })
  return { user, ended: user.isActive ? [] : await endAllSessions(tx.db, id) }
}

export async function deleteUser(tx: Tx, id: number) {
  const { user, all } = await getUserAndAll(tx.db, id)
  throwIf(getRemovalProblem('delete', user, { id: getUserId(tx) }, all))
  const ended = await endAllSessions(tx.db, id)
  await repository.deleteUser(tx.db, id)
  return { user, ended }
}

/** Keeps the tokens of TVs and programs, which are valid only while their user is active. */
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
