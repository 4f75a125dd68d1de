import { type AuditFilter, listAuditEntries } from '#db/repositories/audit-entries'
import { addDays, getClinicDayStart } from '#domain/time'
import type { App } from '../context.ts'
import type { LongReadInput, LongReadResult } from '../long-reads/reads.ts'

const AUDIT_PAGE = 100

/** Newest first. `from` and `to` are clinic days, both included. `next` is the next `before`. */
export async function readAudit(app: App, query: AuditFilter) {
  const filter = toAuditFilter(app, query)
  const entries = await app.read(db => listAuditEntries(db, filter, AUDIT_PAGE + 1))
  const page = entries.slice(0, AUDIT_PAGE)
  return { entries: page, next: entries.length > AUDIT_PAGE ? (page.at(-1)?.id ?? null) : null }
}

export async function* readAuditLines(app: App, query: LongReadInput<'auditLines'>) {
  const filter = { ...toAuditFilter(app, query), separator: query.separator }
  for (let before: number | null | undefined = query.before; before !== null; ) {
    const input = { ...filter, before }
    const isNewest = before === query.before
    const part: LongReadResult<'auditLines'> = await app.readLong('auditLines', input, {
      isNewest,
    })
    yield part.text
    before = part.next
  }
}

function toAuditFilter({ config }: App, query: AuditFilter): AuditFilter {
  const from = getClinicDayStart(query.from, config.timeZone)
  const to = getClinicDayStart(addDays(query.to, 1), config.timeZone)
  return { ...query, from, to }
}
