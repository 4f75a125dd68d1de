import { type AuditFilter, listAuditEntries } from '#db/repositories/audit-entries'
import type { AuditEntry } from '#domain/audit/audit-entry'
import { addDays, getClinicDayStart } from '#domain/time'
import type { App } from '../context.ts'
import { createPauses } from '../pauses.ts'

export const AUDIT_PAGE = 100

/** Newest first. `from` and `to` are clinic days, both included; `next` is the next `before`. */
export async function readAudit(app: App, query: AuditFilter) {
  const { timeZone } = app.config
  const from = getClinicDayStart(query.from, timeZone)
  const to = getClinicDayStart(addDays(query.to, 1), timeZone)
  const filter = { ...query, from, to }
  const entries = await app.read(db => listAuditEntries(db, filter, AUDIT_PAGE + 1))
  const page = entries.slice(0, AUDIT_PAGE)
  return { entries: page, next: entries.length > AUDIT_PAGE ? (page.at(-1)?.id ?? null) : null }
}

/** Every page of a query, one after another. Requests are answered between them. */
export async function* readWholeAudit(app: App, query: AuditFilter): AsyncGenerator<AuditEntry[]> {
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
