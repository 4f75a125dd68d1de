import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import type { App } from '../../context.ts'
import { write } from '../../write.ts'

/** Logs an action without a transaction, such as an export. A full disk must not prevent it. */
export async function record(app: App, actor: Actor, audit: AuditedChange) {
  try {
    await write(app, actor, async () => ({ audit }))
  } catch {
    app.log('warn', 'audit entry not saved', { action: audit.action })
  }
}
