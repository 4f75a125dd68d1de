import { type AuditFilter, listAuditEntries } from '#db/repositories/audit'
import type { AuditEntry } from '#domain/audit/audit'
import { getClinicDayStart } from '#domain/time'
import type { App } from '../context.ts'
import { createPauses } from '../pauses.ts'
import { addDays } from './reports.ts'

export const AUDIT_PAGE = 100

/** Days of the clinic, both included; a page is 100 entries. */
export type AuditQuery = {
  from: string
  to: string
  user?: string | undefined
  action?: string | undefined
  before?: number | undefined
}

/** The newest first; `next` is the `before` of the next page, null on the last one. */
export async function readAudit(app: App, query: AuditQuery) {
  const filter = toFilter(app, query)
  const entries = await app.read(db => listAuditEntries(db, filter, AUDIT_PAGE + 1))
  const page = entries.slice(0, AUDIT_PAGE)
  return { entries: page, next: entries.length > AUDIT_PAGE ? (page.at(-1)?.id ?? null) : null }
}

/** Every page of a query, one after another. Requests are answered between them. */
export async function* readWholeAudit(app: App, query: AuditQuery): AsyncGenerator<AuditEntry[]> {
  const pause = createPauses()
  let before = query.before
  for (;;) {
    const { entries, next } = await readAudit(app, { ...query, before })
    yield entries
    if (next === null) return
    before = next
    await pause()
  }
}

function toFilter({ config }: App, { from, to, user, action, before }: AuditQuery): AuditFilter {
  return {
    from: getClinicDayStart(from, config.timeZone),
    to: getClinicDayStart(addDays(to, 1), config.timeZone),
    username: user,
    action,
    before,
  }
}
