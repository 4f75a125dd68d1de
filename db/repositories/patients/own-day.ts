import { sql } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { patients } from '../../schema/index.ts'

/** The queue's own day is the day of the newest patient, independent of the clock. */
export const ownDay = sql`(select own.day from ${patients} own
  where own.id = (select max(last.id) from ${patients} last))`

/** Protects the queue's own day from age-based cleanup, because the clock may be ahead. */
export const isOfEarlierDay = sql`${patients.day} <> ${ownDay}`

export async function getOwnDay(db: Query) {
  const [row] = await db
    .select({ day: patients.day })
    .from(patients)
    .where(sql`${patients.day} = ${ownDay}`)
    .limit(1)
  return row?.day ?? null
}
