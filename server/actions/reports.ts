import { deleteReportDays, listUncountedDays, saveReportDay } from '#db/repositories/report-days'
import { findMark, saveMark } from '#db/repositories/settings'
import { REPORT_RULE } from '#db/schema/marks'
import type { DaySums } from '#domain/reports/tally'
import { isHeld } from '#domain/steady-date'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { countDays, getLastDayThatIsOver } from '../queries/reports.ts'

/**
 * Keeps the sums of each day that is over. A day that fails is tried again the next time. Waits
 * until the date has held: a clock that is ahead would close a day that is not over.
 */
export async function keepReportDays(app: App, signal?: AbortSignal) {
  if (!isHeld(await app.read(app.date.look))) return
  await forgetOldSums(app)
  const to = await getLastDayThatIsOver(app)
  const [from] = await app.read(db => listUncountedDays(db, '', to))
  if (from === undefined) return
  for await (const counted of countDays(app, { from, to })) {
    if (signal?.aborted) return
    if ('value' in counted) await saveDay(app, counted.day, counted.value)
  }
}

/** Raise this number when days are counted in another way: all of them are then counted again. */
const COUNTING_RULE = 1

/** Version 1.1.0 counted by the first rule and did not store its number. */
async function forgetOldSums(app: App) {
  const rule = Number((await app.read(db => findMark(db, REPORT_RULE))) ?? 1)
  if (rule === COUNTING_RULE) return
  await app.write(async tx => {
    await deleteReportDays(tx)
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
