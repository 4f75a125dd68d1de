import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import type { App } from '../../context.ts'
import { write } from '../../write.ts'

/** Adds a line of what has no transaction, such as an export, which a full disk must not prevent. */
export async function record(app: App, actor: Actor, audit: AuditedChange) {
  try {
    await write(app, actor, async () => ({ audit }))
  } catch {
    app.log('warn', 'audit entry not saved', { action: audit.action })
  }
}
