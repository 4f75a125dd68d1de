import type { Context } from 'hono'
import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import { DomainError } from '#domain/errors'
import { WrongPasswordError } from '../actions/auth.ts'
import { findKnownUser } from '../queries/users.ts'
import { record } from '../write.ts'
import { getClientAddress } from './client-address.ts'
import type { AppEnv } from './middleware/auth.ts'

export function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  return record(c.var.app, actor ?? getActor(c), change)
}

export function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}

/** Does not record the typed text, because people type passwords into the username field. */
export async function recordRefusedSignIn(
  c: Context<AppEnv>,
  username: string,
  cause: unknown,
): Promise<never> {
  const isRefused = cause instanceof DomainError && [401, 403].includes(cause.status)
  const user = isRefused ? await findKnownUser(c.var.app, username) : null
  const actor = { user, address: getClientAddress(c) }
  if (user) await recordAudit(c, { action: 'sign-in refused' }, actor)
  throw cause
}

/** Records that a signed-in user's own password was wrong. The request has no transaction yet. */
export async function recordWrongPassword(
  c: Context<AppEnv>,
  refusal: AuditedChange,
  cause: unknown,
): Promise<never> {
  if (cause instanceof WrongPasswordError) await recordAudit(c, refusal)
  throw cause
}
