import type { Query } from '#db/connection/query'
import { saveAuditEntry } from '#db/repositories/audit-entries'
import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import { toAuditEntry } from '#domain/audit/audit-entry'
import type { Change } from '#domain/change'
import { type CurrentDays, getCurrentDaysAt } from '#domain/time'
import type { App } from './context.ts'
import type { DirectEvent } from './realtime/channel.ts'

/** The only access to the database while a write runs. Any other read or write is then an error. */
export type Tx = {
  db: Query
  /** The instant of the whole write, as ISO 8601 in UTC. */
  now: string
  days: CurrentDays
  by: Actor
}

/** Effects of a write. The audit line is in the transaction. Other effects follow the commit. */
export type Written = {
  audit?: AuditedChange
  /** The user who made the change, if only the write knows the user. */
  user?: Actor['user']
  change?: Change
  ended?: string[]
  direct?: DirectEvent[]
  log?: readonly [message: string, details: Record<string, unknown>]
}

/** Runs one transaction, then notifies clients. Changes nothing if `work` throws. */
export async function write<Result extends object>(
  app: App,
  by: Actor,
  work: (tx: Tx) => Promise<Result & Written>,
): Promise<Result> {
  return (await commit(app, by, work)).result
}

/** Works like `write`, and returns the change as the pages receive it. */
export async function commit<Result extends object>(
  app: App,
  by: Actor,
  work: (tx: Tx) => Promise<Result & Written>,
) {
  let version = 0
  const result = await app.write(
    async db => {
      version = app.patients.version()
      const now = app.now()
      const tx = { db, now, days: getCurrentDaysAt(now, app.config.timeZone), by }
      const result = await work(tx)
      const { audit, user = by.user } = result
      if (audit) await saveAuditEntry(db, toAuditEntry({ ...by, user }, audit, now))
      return result
    },
    ({ change }) => app.patients.apply(version, change),
  )
  const { change, ended = [], direct = [], log } = result
  if (log) app.log('info', ...log)
  for (const event of direct) app.channel.publishTo(event)
  app.channel.endSessions(ended)
  const isChange = change && change.length > 0
  return { result, change: isChange ? app.channel.publishChange(change) : null }
}

/** Throws if no user is acting (for example in a cleanup). */
export function getUserId({ by }: Tx) {
  if (!by.user) throw new Error('this write needs a user')
  return by.user.id
}

/** Logs an action without a transaction, such as an export. A full disk must not prevent it. */
export async function record(app: App, actor: Actor, audit: AuditedChange) {
  try {
    await write(app, actor, async () => ({ audit }))
  } catch {
    app.log('warn', 'audit entry not saved', { action: audit.action })
  }
}
