import { listAbsent } from '#db/repositories/appointments'
import { listReportDays, listUncountedDays } from '#db/repositories/report-days'
import { DAYS_A_WEEK, END_OF_TIME, type Period } from '#domain/reports/period'
import { type Day, type Group, groupDays, sumRooms, sumUp, toHeatMap } from '#domain/reports/report'
import { type DaySums, sumDay } from '#domain/reports/tally'
import { eachDay, type LongReadDatabase, listVisits, readSlice, tryDay } from './days.ts'

export async function countDays(database: LongReadDatabase, { from, to }: Period) {
  const days = await listUncountedDays(database.db, from, to)
  return readSlice(days, day => countDay(database, day))
}

async function countDay(database: LongReadDatabase, day: string): Promise<DaySums> {
  const visits = await listVisits(database, day)
  return sumDay(
    visits.map(({ visit }) => visit),
    await listAbsent(database.db, day),
  )
}

export async function report(
  database: LongReadDatabase,
  { by, targetMinutes, ...period }: Period & { by: Group; targetMinutes: number },
) {
  const { days, tried } = await readDays(database, period)
  return { rows: groupDays(days, by, targetMinutes), tried }
}

type PageInput = { period: Period; before: Period; unit: Group; targetMinutes: number }

export async function reportPage(
  database: LongReadDatabase,
  { period, before, unit, targetMinutes }: PageInput,
) {
  const { days, tried } = await readDays(database, period)
  const earlier = await readDays(database, before)
  const hours = groupDays(days, 'hour', targetMinutes)
  return {
    now: sumUp(days, targetMinutes),
    earlier: sumUp(earlier.days, targetMinutes),
    hours,
    perUnit: unit === 'hour' ? hours : groupDays(days, unit, targetMinutes),
    heat: toHeatMap(days, targetMinutes),
    rooms: sumRooms(days),
    queues: groupDays(days, 'queue', targetMinutes),
    daysOfUse: await countDaysOfUse(database),
    tried,
  }
}

/** Counts days with patients, up to a week, because a new clinic's page says what comes next. */
async function countDaysOfUse({ db }: LongReadDatabase) {
  let count = 0
  for await (const _ of eachDay(db, { from: '', to: END_OF_TIME }))
    if (++count === DAYS_A_WEEK) break
  return count
}

async function readDays(database: LongReadDatabase, { from, to }: Period) {
  const days: Day[] = await listReportDays(database.db, from, to)
  const tried = []
  for (const day of await listUncountedDays(database.db, from, to)) {
    const counted = await tryDay(day, () => countDay(database, day))
    if ('value' in counted) days.push({ day, sums: counted.value })
    tried.push('value' in counted ? { day, value: null } : counted)
  }
  return { days, tried }
}
