import { getOwnDay } from '#db/repositories/patients'
import {
  deleteReportDaysBetween,
  listUncountedDays,
  saveReportDay,
} from '#db/repositories/report-days'
import type { Progress } from '#domain/backups/backups'
import { isHeld } from '#domain/steady-date'
import { addDays } from '#domain/time'
import type { App } from '../context.ts'
import { createPauses } from '../pauses.ts'
import { countDay, eachDay, getToday, tryDay } from '../queries/reports.ts'

/** Patients are listed for at most 12 hours of the next day; then nothing of a day changes. */
const DAYS_STILL_OPEN = 1
const END_OF_TIME = '~'

/**
 * Keeps the sums of each day that is over. A day that fails is tried again the next time. Waits
 * until the date has held: a clock that is ahead would close a day that is not over.
 */
export async function keepReportDays(app: App, signal?: AbortSignal) {
  if (!isHeld(await app.read(app.date.look))) return
  const to = await getLastDayThatIsOver(app)
  const days = await app.read(db => listUncountedDays(db, '', to))
  const pause = createPauses()
  for (const day of days) {
    if (signal?.aborted) return
    await tryDay(app, day, async () => {
      const counted = await countDay(app, day)
      await app.write(tx => saveReportDay(tx, counted))
    })
    await pause()
  }
}

/** Counts every day anew. One that fails keeps its earlier sums. */
export async function rebuildReports(app: App, onProgress?: (progress: Progress) => void) {
  const to = await getLastDayThatIsOver(app)
  const failed: string[] = []
  let [first, last, count] = ['', '', 0]
  for await (const day of eachDay(app, { from: '', to })) {
    const counted = await tryDay(app, day, () => countDay(app, day))
    const since = last
    await app.write(async tx => {
      await deleteReportDaysBetween(tx, since, day)
      if (counted) await saveReportDay(tx, counted)
    })
    if (counted) count++
    else failed.push(day)
    first ||= day
    last = day
    onProgress?.({ doing: `counting ${day}`, percent: getPercent(first, day, to) })
  }
  await app.write(tx => deleteReportDaysBetween(tx, last, END_OF_TIME))
  return { count, failed }
}

async function getLastDayThatIsOver(app: App) {
  const ownDay = (await app.read(getOwnDay)) ?? ''
  const [earlier = ''] = [addDays(getToday(app), -DAYS_STILL_OPEN - 1), addDays(ownDay, -1)].sort()
  return earlier
}

function getPercent(first: string, day: string, to: string) {
  const [start, now, end] = [first, day, to].map(Date.parse) as [number, number, number]
  return end === start ? 100 : Math.floor((100 * (now - start)) / (end - start))
}
