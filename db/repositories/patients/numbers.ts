import { and, count, eq, sql } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { patients, queueResets } from '../../schema/index.ts'

/** Numbers start again at 1 after each reset of the day's queue. */
export const countResets = (day: string) =>
  sql`(select ${count()} from ${queueResets} where ${queueResets.day} = ${day} and ${queueResets.undoneAt} is null)`

export const nextNumberSql = (day: string, prefix: string) => sql<number>`(
  select coalesce(max(taken.number), 0) + 1 from ${patients} taken
  where taken.day = ${day} and taken.series = ${countResets(day)} and taken.prefix = ${prefix}
)`

export async function hasRegistrations(db: Query, day: string) {
  const isOfSeries = and(eq(patients.day, day), sql`${patients.series} = ${countResets(day)}`)
  const [row] = await db.select({ id: patients.id }).from(patients).where(isOfSeries).limit(1)
  return row !== undefined
}

/** Each prefix has a separate series. */
export async function getNextNumber(db: Query, day: string, prefix: string | null = null) {
  const [row] = await db.select({ number: nextNumberSql(day, prefix ?? '') }).from(sql`(select 1)`)
  return row?.number ?? 1
}
