import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { saveAuditEntry } from '#db/repositories/audit'
import {
  type Actor,
  type AuditedChange,
  type NewAuditEntry,
  toAuditEntry,
} from '#domain/audit/audit'
import { describeWrite } from '#domain/audit/describe-write'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

/** The audit's entry of a write that has succeeded. */
export async function toAuditEntryOf(c: Context<AppEnv>): Promise<NewAuditEntry> {
  const { app, auditDetail } = c.var
  const change = describeWrite(`${c.req.method} ${getPattern(c)}`, {
    params: c.req.param(),
    body: await readBody(c),
    response: toRecord(await c.res.clone().json()),
  })
  const detailed = auditDetail === undefined ? change : { ...change, detail: auditDetail }
  return toAuditEntry(getActor(c), detailed, app.now())
}

/** Records what no write route does, such as a sign-in or an export. */
export async function recordAudit(c: Context<AppEnv>, change: AuditedChange, actor?: Actor) {
  const { baseApp } = c.var
  const entry = toAuditEntry(actor ?? getActor(c), change, baseApp.now())
  await baseApp.write(tx => saveAuditEntry(tx, entry))
}

function getActor(c: Context<AppEnv>): Actor {
  return { user: c.var.session?.user ?? null, address: getClientAddress(c) }
}

/** Routes of middleware have the method `ALL`. */
function getPattern(c: Context) {
  return matchedRoutes(c).findLast(({ method }) => method === c.req.method)?.path ?? ''
}

/** Files have no JSON body. */
async function readBody(c: Context) {
  const isJson = c.req.header('content-type')?.includes('json')
  return isJson ? toRecord(await c.req.json().catch(() => null)) : {}
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
