import type { Query } from '#db/connection/query'
import { saveAuditEntry } from '#db/repositories/audit-entries'
import { type Actor, type AuditedChange, toAuditEntry } from '#domain/audit/audit-entry'
import type { Change } from '#domain/change'
import { type CurrentDays, getCurrentDaysAt } from '#domain/time'
import type { App } from './context.ts'
import type { DirectEvent } from './realtime/channel.ts'

/** The only way to the database while a write runs: another read or write is an error then. */
export type Tx = {
  db: Query
  /** The instant of the whole write, as ISO 8601 in UTC. */
  now: string
  days: CurrentDays
  by: Actor
}

/** What follows from a write: the line of the audit with it, the rest once it is committed. */
export type Written = {
  audit?: AuditedChange
  /** Who did it, where only the write finds out. */
  user?: Actor['user']
  change?: Change
  /** The sessions whose live connections end. */
  ended?: string[]
  /** For one TV, or one QR code's browser. */
  direct?: DirectEvent[]
  log?: readonly [message: string, details: Record<string, unknown>]
}

/**
 * Every write that others must hear of, whoever asks for it: one transaction, then its events.
 * Without an effect when `work` throws.
 */
export async function write<Result extends object>(
  app: App,
  by: Actor,
  work: (tx: Tx) => Promise<Result & Written>,
): Promise<Result> {
  return (await commit(app, by, work)).result
}

/** Returns the change, too, as the pages receive it. */
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

/** Throws for what is no user, such as a cleanup. */
export function getUserId({ by }: Tx) {
  if (!by.user) throw new Error('this write needs a user')
  return by.user.id
}
