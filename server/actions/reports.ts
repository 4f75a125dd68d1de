import {
  deleteReportDays,
  listReportDays,
  listUncountedDays,
  saveReportDay,
} from '#db/repositories/report-days'
import { findMark, saveMark } from '#db/repositories/settings'
import { REPORT_RULE } from '#db/schema/marks'
import type { DaySums } from '#domain/reports/tally'
import { addDays } from '#domain/time'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { countDays, getLastDayThatIsOver } from '../queries/reports.ts'
import { findTrustedDay } from '../queries/system/clock.ts'

/** Days to check for early sums, because a clock that is a week ahead is not noticed at once. */
const CLOSED_EARLY_DAYS = 8

/** Saves the sums of each past day, and retries a failed day the next time. */
export async function keepReportDays(app: App, signal?: AbortSignal) {
  const to = await getLastDayThatIsOver(app)
  const end = addDays(to, CLOSED_EARLY_DAYS)
  const early = await app.read(db => listReportDays(db, addDays(to, 1), end))
  // If the clock was ahead, the sums of these days were saved while patients still came.
  if (early.length > 0) await app.write(tx => deleteReportDays(tx, to, addDays(end, 1)))
  if ((await findTrustedDay(app)) === null) return
  await forgetOldSums(app)
  const [from] = await app.read(db => listUncountedDays(db, '', to))
  if (from === undefined) return
  for await (const counted of countDays(app, { from, to })) {
    if (signal?.aborted) return
    if ('value' in counted) await saveDay(app, counted.day, counted.value)
  }
}

/** Raise this number if the counting changes, so that all days are counted again. */
const COUNTING_RULE = 1

/** Deletes sums of an older rule. Version 1.1.0 used rule 1 and did not store its number. */
async function forgetOldSums(app: App) {
  const rule = Number((await app.read(db => findMark(db, REPORT_RULE))) ?? 1)
  if (rule === COUNTING_RULE) return
  await app.write(async tx => {
    await deleteReportDays(tx, '')
    await saveMark(tx, REPORT_RULE, String(COUNTING_RULE))
  })
}

async function saveDay(app: App, day: string, sums: DaySums) {
  try {
    await app.write(tx => saveReportDay(tx, { day, sums }))
  } catch (cause) {
    app.failedReportDays.add(day, describeError(cause))
    throw cause
  }
}
