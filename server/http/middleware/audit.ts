import type { Context } from 'hono'
import type { Query } from '#db/connection/query'
import type { Actor, AuditedChange } from '#domain/audit/audit'
import { describeWrite } from '#domain/audit/describe-write'
import { record, recordInTransaction } from '../../actions/audit.ts'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from './auth.ts'
import { getRoutePattern } from './request-metrics.ts'

/** Adds the line of a write that has succeeded, in its transaction. */
export async function recordWrite(c: Context<AppEnv>, tx: Query) {
  const { app, audited } = c.var
  const change = describeWrite(`${c.req.method} ${getRoutePattern(c)}`, {
    params: c.req.param(),
    body: toRecord(readForm(c)),
    response: toRecord(await c.res.clone().json()),
  })
  await recordInTransaction(tx, app, getActor(c), { ...change, ...audited })
}

export function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  return record(c.var.baseApp, actor ?? getActor(c), change)
}

export function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}

/** What the route's own form has checked; undefined for a route without one. */
function readForm({ req }: Context<AppEnv>): unknown {
  // The form's type is known to its route alone.
  return req.valid('json' as never)
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
