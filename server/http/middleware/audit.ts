import type { Context } from 'hono'
import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import { record } from '../../write.ts'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

export function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  return record(c.var.app, actor ?? getActor(c), change)
}

export function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}
