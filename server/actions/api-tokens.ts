import * as repository from '#db/repositories/api-tokens'
import { DomainError } from '#domain/errors'
import { type ApiToken, getTokenSession, validateTokenName } from '#domain/programs/api-token'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getUserId, type Tx } from '../write.ts'

/** Precision of `lastUsedAt`. A write for each request would slow the clinic's own writes. */
const LAST_USED_STEP_MS = 10 * 60_000

type Input = Pick<ApiToken, 'name' | 'scopes'>

export async function createApiToken(tx: Tx, { name, scopes }: Input, tokenHash: string) {
  const { db, now: createdAt } = tx
  const validName = validateTokenName(name, await repository.listApiTokens(db))
  const row = { name: validName, scopes: [...new Set(scopes)], createdAt }
  const id = await repository.createApiToken(db, { ...row, userId: getUserId(tx), tokenHash })
  return { id, name: validName, log: ['program token created', { token: id }] as const }
}

export async function revokeApiToken({ db }: Tx, id: number) {
  const name = await repository.deleteApiToken(db, id)
  if (name === null) throw new DomainError('This token no longer exists', { status: 404 })
  const log = ['program token revoked', { token: id }] as const
  return { name, ended: [getTokenSession(id)], log }
}

export async function touchLastUsed({ write, now, log }: App, { id, lastUsedAt }: ApiToken) {
  const at = now()
  const since = lastUsedAt === null ? LAST_USED_STEP_MS : Date.parse(at) - Date.parse(lastUsedAt)
  // The difference is negative after the clock was set back.
  if (since >= 0 && since < LAST_USED_STEP_MS) return
  try {
    await write(tx => repository.updateLastUsed(tx, id, at))
  } catch (cause) {
    // The connected system must get its answer even if the disk is full.
    log('warn', 'last use of a program not saved', describeError(cause))
  }
}
