import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Query } from '#db/connection/query'
import type { Actor, AuditedChange } from '#domain/audit/audit'
import { describeWrite } from '#domain/audit/describe-write'
import { record, recordInTransaction } from '../../actions/audit.ts'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

/** Adds the line of a write that has succeeded, in its transaction. */
export async function recordWrite(c: Context<AppEnv>, tx: Query) {
  const { app, auditDetail } = c.var
  const change = describeWrite(`${c.req.method} ${getPattern(c)}`, {
    params: c.req.param(),
    body: toRecord(readForm(c)),
    response: toRecord(await c.res.clone().json()),
  })
  const detailed = auditDetail === undefined ? change : { ...change, detail: auditDetail }
  await recordInTransaction(tx, app, getActor(c), detailed)
}

export function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  return record(c.var.baseApp, actor ?? getActor(c), change)
}

function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}

/** Routes of middleware have the method `ALL`. */
function getPattern(c: Context) {
  return matchedRoutes(c).findLast(({ method }) => method === c.req.method)?.path ?? ''
}

/** What the route's own form has checked; undefined for a route without one. */
function readForm({ req }: Context<AppEnv>): unknown {
  // The form's type is known to its route alone.
  return req.valid('json' as never)
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
