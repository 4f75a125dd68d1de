import type { Query } from '#db/connection/query'
import { saveAuditEntry } from '#db/repositories/audit-entries'
import { type Actor, type AuditedChange, toAuditEntry } from '#domain/audit/audit-entry'
import type { App } from '../context.ts'

async function recordInTransaction(
  tx: Query,
  { now }: Pick<App, 'now'>,
  actor: Actor,
  change: AuditedChange,
) {
  await saveAuditEntry(tx, toAuditEntry(actor, change, now()))
}

/** Adds a line of what has no transaction, such as an export, which a full disk must not prevent. */
export async function record(app: App, actor: Actor, change: AuditedChange) {
  try {
    await app.write(tx => recordInTransaction(tx, app, actor, change))
  } catch {
    app.log('warn', 'audit entry not saved', { action: change.action })
  }
}
