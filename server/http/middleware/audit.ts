import type { Context } from 'hono'
import type { Query } from '#db/connection/query'
import type { Actor, AuditedChange } from '#domain/audit/audit'
import { record, recordInTransaction } from '../../actions/audit.ts'
import { getClientAddress } from '../client-address.ts'
import { getRoutePattern } from '../route-pattern.ts'
import type { AppEnv } from './auth.ts'

export async function recordWrite(c: Context<AppEnv>, tx: Query) {
  const { app, audited } = c.var
  if (!audited) throw new Error(`nothing to audit for ${c.req.method} ${getRoutePattern(c)}`)
  await recordInTransaction(tx, app, getActor(c), audited)
}

export function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  return record(c.var.baseApp, actor ?? getActor(c), change)
}

export function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}
