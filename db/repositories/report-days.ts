import { and, asc, desc, gt, gte, lt, lte } from 'drizzle-orm'
import type { Day } from '#domain/reports/report'
import type { DaySums } from '#domain/reports/tally'
import type { Query } from '../connection/query.ts'
import { patients, reportDays } from '../schema/index.ts'

export async function listReportDays(db: Query, from: string, to: string): Promise<Day[]> {
  const rows = await db
    .select()
    .from(reportDays)
    .where(and(gte(reportDays.day, from), lte(reportDays.day, to)))
    .orderBy(asc(reportDays.day))
  // Written by `saveReportDay`.
  return rows.map(({ day, sums }) => ({ day, sums: sums as DaySums }))
}

export function saveReportDay(tx: Query, { day, sums }: Day) {
  return tx
    .insert(reportDays)
    .values({ day, sums })
    .onConflictDoUpdate({ target: reportDays.day, set: { sums } })
}

export function deleteReportDaysBetween(tx: Query, after: string, before: string) {
  return tx.delete(reportDays).where(and(gt(reportDays.day, after), lt(reportDays.day, before)))
}

export async function findNextDay(db: Query, from: string, to: string): Promise<string | null> {
  const [row] = await db
    .select({ day: patients.day })
    .from(patients)
    .where(and(gte(patients.day, from), lte(patients.day, to)))
    .orderBy(asc(patients.day))
    .limit(1)
  return row?.day ?? null
}

export async function getLastReportDay(db: Query) {
  return (await db.query.reportDays.findFirst({ orderBy: desc(reportDays.day) }))?.day ?? ''
}
