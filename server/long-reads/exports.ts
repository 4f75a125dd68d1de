import { type AuditFilter, listAuditEntries } from '#db/repositories/audit-entries'
import { type CsvSeparator, formatLine, formatVisit } from '#domain/reports/csv'
import type { Period } from '#domain/reports/period'
import { eachDay, type LongReadDatabase, listVisits, readSlice } from './days.ts'

const AUDIT_LINES = 1_000

type VisitsInput = Period & { separator: CsvSeparator; hasQueues?: boolean }

export function visitLines(
  database: LongReadDatabase,
  { separator, hasQueues = false, ...period }: VisitsInput,
) {
  return readSlice(eachDay(database.db, period), async day => {
    const visits = await listVisits(database, day)
    return visits
      .map(({ patient, visit }) =>
        formatLine(
          formatVisit(patient, visit, { timeZone: database.timeZone, hasQueues }),
          separator,
        ),
      )
      .join('')
  })
}

export async function auditLines(
  { db }: LongReadDatabase,
  { separator, ...filter }: AuditFilter & { separator: CsvSeparator },
) {
  const entries = await listAuditEntries(db, filter, AUDIT_LINES)
  const lines = entries.map(({ at, username, address, action, subject, detail }) =>
    formatLine(
      [at, ...[username, address, action, subject, detail].map(text => text ?? '')],
      separator,
    ),
  )
  return {
    text: lines.join(''),
    next: entries.length < AUDIT_LINES ? null : (entries.at(-1)?.id ?? null),
  }
}
