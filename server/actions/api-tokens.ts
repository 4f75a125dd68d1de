import * as repository from '#db/repositories/api-tokens'
import { DomainError } from '#domain/errors'
import { type ApiToken, getTokenSession, validateTokenName } from '#domain/programs/api-token'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'

/** `lastUsedAt` is exact to this; a write for each request would slow the clinic's own. */
const LAST_USED_STEP_MS = 10 * 60_000

type Input = Pick<ApiToken, 'name' | 'scopes'>

export async function createApiToken(
  { write, newTokens, now, log }: App,
  { name, scopes }: Input,
  by: Pick<SignedInUser, 'id'>,
): Promise<{ id: number; name: string; token: string }> {
  const createdAt = now()
  const { token, hash } = newTokens.make(Date.parse(createdAt))
  const saved = await write(async tx => {
    const validName = validateTokenName(name, await repository.listApiTokens(tx))
    const row = { name: validName, scopes: [...new Set(scopes)], createdAt }
    const id = await repository.createApiToken(tx, { ...row, userId: by.id, tokenHash: hash })
    return { id, name: validName }
  })
  log('info', 'program token created', { token: saved.id })
  return { ...saved, token }
}

export async function revokeApiToken({ write, channel, log }: App, id: number) {
  const name = await write(tx => repository.deleteApiToken(tx, id))
  if (name === null) throw new DomainError('This token no longer exists', { status: 404 })
  channel.endSessions([getTokenSession(id)])
  log('info', 'program token revoked', { token: id })
  return name
}

export async function touchLastUsed({ write, now, log }: App, { id, lastUsedAt }: ApiToken) {
  const at = now()
  const since = lastUsedAt === null ? LAST_USED_STEP_MS : Date.parse(at) - Date.parse(lastUsedAt)
  // The difference is negative after the clock was set back.
  if (since >= 0 && since < LAST_USED_STEP_MS) return
  try {
    await write(tx => repository.updateLastUsed(tx, id, at))
  } catch (cause) {
    // The program must still get its answer, such as on a full disk.
    log('warn', 'last use of a program not saved', describeError(cause))
  }
}
