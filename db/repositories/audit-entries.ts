import { and, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { AuditAction, AuditEntry, NewAuditEntry } from '#domain/audit/audit-entry'
import type { Query } from '../connection/query.ts'
import { audit } from '../schema/index.ts'

export type AuditFilter = {
  /** ISO 8601; `to` is excluded. */
  from: string
  to: string
  user?: string | undefined
  action?: string | undefined
  before?: number | undefined
}

export function saveAuditEntry(tx: Query, entry: NewAuditEntry) {
  return tx.insert(audit).values(entry)
}

export function listAuditEntries(
  db: Query,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const { from, to, user, action, before } = filter
  return db
    .select()
    .from(audit)
    .where(
      and(
        gte(audit.at, from),
        lt(audit.at, to),
        user ? eq(audit.username, user) : undefined,
        action ? eq(audit.action, action) : undefined,
        before ? lt(audit.id, before) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit)
}

export async function hasAuditAction(db: Query, action: AuditAction) {
  return (await db.query.audit.findFirst({ where: eq(audit.action, action) })) !== undefined
}

/** Ids show the order of writing, so a line with a date out of order was made by a wrong clock. */
export function deleteAuditBefore(tx: Query, before: string, now: string) {
  const firstKept = sql`(select kept.id from ${audit} kept
    where kept.at between ${before} and ${now} order by kept.at limit 1)`
  const lastOld = sql`(select max(last.id) from ${audit} last where last.at < ${before})`
  const wasAhead = and(gt(audit.at, now), sql`${audit.id} < ${lastOld}`)
  const isOld = or(lt(audit.at, before), wasAhead)
  return tx
    .delete(audit)
    .where(and(isOld, sql`${audit.id} < coalesce(${firstKept}, ${audit.id} + 1)`))
}
