import {
  deleteReportDaysBetween,
  listReportDays,
  listUncountedDays,
  saveReportDay,
} from '#db/repositories/report-days'
import type { Progress } from '#domain/backups/backups'
import { END_OF_TIME } from '#domain/reports/period'
import type { DaySums } from '#domain/reports/tally'
import { addDays } from '#domain/time'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { countDays, getLastDayThatIsOver } from '../queries/reports.ts'
import { findTrustedDay } from '../queries/system/clock.ts'

/** A clock that is ahead by a week is not noticed at once. */
const CLOSED_EARLY_DAYS = 8

/** Keeps the sums of each day that is over. A day that fails is tried again the next time. */
export async function keepReportDays(app: App, signal?: AbortSignal) {
  const to = await getLastDayThatIsOver(app)
  const end = addDays(to, CLOSED_EARLY_DAYS)
  const early = await app.read(db => listReportDays(db, addDays(to, 1), end))
  // A clock that was ahead kept the sums of these days while patients still came.
  if (early.length > 0) await app.write(tx => deleteReportDaysBetween(tx, to, addDays(end, 1)))
  if ((await findTrustedDay(app)) === null) return
  const [from] = await app.read(db => listUncountedDays(db, '', to))
  if (from === undefined) return
  for await (const counted of countDays(app, { onlyUncounted: true, from, to })) {
    if (signal?.aborted) return
    if ('value' in counted) await saveDay(app, counted.day, counted.value)
  }
}

async function saveDay(app: App, day: string, sums: DaySums) {
  try {
    await app.write(tx => saveReportDay(tx, { day, sums }))
  } catch (cause) {
    app.failedReportDays.add(day, describeError(cause))
    throw cause
  }
}

/** Counts every day anew. One that fails keeps its earlier sums. */
export async function rebuildReports(app: App, onProgress?: (progress: Progress) => void) {
  const to = await getLastDayThatIsOver(app)
  const failed: string[] = []
  let [first, last, count] = ['', '', 0]
  for await (const counted of countDays(app, { onlyUncounted: false, from: '', to })) {
    const { day } = counted
    const since = last
    await app.write(async tx => {
      await deleteReportDaysBetween(tx, since, day)
      if ('value' in counted) await saveReportDay(tx, { day, sums: counted.value })
    })
    if ('value' in counted) count++
    else failed.push(day)
    first ||= day
    last = day
    onProgress?.({ doing: `counting ${day}`, percent: getPercent(first, day, to) })
  }
  await app.write(tx => deleteReportDaysBetween(tx, last, END_OF_TIME))
  return { count, failed }
}

function getPercent(first: string, day: string, to: string) {
  const [start, now, end] = [first, day, to].map(Date.parse) as [number, number, number]
  return end === start ? 100 : Math.floor((100 * (now - start)) / (end - start))
}
