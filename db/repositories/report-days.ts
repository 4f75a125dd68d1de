import { type AnyColumn, and, asc, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/reports/report'
import type { RoomTally, Tally } from '#domain/reports/tally'
import type { Query } from '../connection/query.ts'
import { appointments, patients, reportDays } from '../schema/index.ts'
import { ownDay } from './patients/own-day.ts'

/** JSON, `Object.entries` and `Object.fromEntries` keep every key, even `__proto__`. */
type StoredSums = {
  hours: Record<string, Tally>
  rooms: Record<string, RoomTally>
  /** Missing if the day had no queues. */
  queues?: Record<string, Tally>
}

export async function listReportDays(db: Query, from: string, to: string): Promise<Day[]> {
  const rows = await db
    .select()
    .from(reportDays)
    .where(and(gte(reportDays.day, from), lte(reportDays.day, to)))
    .orderBy(asc(reportDays.day))
  return rows.map(({ day, sums }) => {
    // Safe: only saveReportDay() writes these rows.
    const { hours, rooms, queues = {} } = sums as StoredSums
    const maps = {
      hours: new Map(Object.entries(hours)),
      rooms: new Map(Object.entries(rooms)),
      queues: new Map(Object.entries(queues)),
    }
    return { day, sums: maps }
  })
}

export function saveReportDay(tx: Query, { day, sums: { hours, rooms, queues } }: Day) {
  const sums: StoredSums = {
    hours: Object.fromEntries(hours),
    rooms: Object.fromEntries(rooms),
    ...(queues.size > 0 ? { queues: Object.fromEntries(queues) } : {}),
  }
  return tx
    .insert(reportDays)
    .values({ day, sums })
    .onConflictDoUpdate({ target: reportDays.day, set: { sums } })
}

/** Deletes all days after `after` if `before` is missing. */
export function deleteReportDays(tx: Query, after: string, before?: string) {
  const isEarlier = before === undefined ? undefined : lt(reportDays.day, before)
  return tx.delete(reportDays).where(and(gt(reportDays.day, after), isEarlier))
}

function findFirst(isMeant: (day: AnyColumn) => SQL) {
  return sql`(select min(first.day) from (
    select min(${patients.day}) as day from ${patients} where ${isMeant(patients.day)}
    union all
    select min(${appointments.day}) from ${appointments}
    where ${isMeant(appointments.day)} and ${appointments.day} < ${ownDay}
  ) first)`
}

export async function findNextDay(db: Query, from: string, to: string): Promise<string | null> {
  const first = findFirst(day => sql`${day} between ${from} and ${to}`)
  const row = await db.get<{ day: string | null }>(sql`select ${first} as day`)
  return row?.day ?? null
}

/** Lists days of a report without saved sums. Each step of the recursion reads two indexes. */
export async function listUncountedDays(db: Query, from: string, to: string): Promise<string[]> {
  const rows = await db.all<{ day: string }>(sql`
    with recursive days(day) as (
      select ${findFirst(day => sql`${day} between ${from} and ${to}`)}
      union all
      select ${findFirst(day => sql`${day} > days.day and ${day} <= ${to}`)}
      from days where days.day is not null
    )
    select day from days
    where day is not null and day not in (select ${reportDays.day} from ${reportDays})`)
  return rows.map(({ day }) => day)
}
