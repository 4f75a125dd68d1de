import {
  deleteReportDays,
  findNextDay,
  getLastReportDay,
  saveReportDay,
} from '#db/repositories/report-days'
import type { App } from '../context.ts'
import { addDays, countDay, getToday } from '../queries/reports.ts'

/** A day is over when nobody of it is listed any more: patients stay for at most 12 hours of the next. */
const DAYS_STILL_OPEN = 1
/** Each takes a few milliseconds; the rest follows with the next cleanup. */
const DAYS_PER_CLEANUP = 60

/** Keeps the sums of days that are over. Returns how many there were. */
export async function keepReportDays(
  app: App,
  limit = DAYS_PER_CLEANUP,
  onDay = (_: number) => {},
) {
  const to = addDays(getToday(app), -DAYS_STILL_OPEN - 1)
  let from = addDays(await app.read(getLastReportDay), 1)
  for (let count = 0; count < limit; count++) {
    const since = from
    const day = await app.read(db => findNextDay(db, since, to))
    if (day === null) return count
    const counted = await countDay(app, day)
    await app.write(tx => saveReportDay(tx, counted))
    onDay(count + 1)
    from = addDays(day, 1)
  }
  return limit
}

/** Counts all days anew. */
export async function rebuildReports(app: App, onDay?: (count: number) => void) {
  await app.write(deleteReportDays)
  return keepReportDays(app, Number.POSITIVE_INFINITY, onDay)
}
