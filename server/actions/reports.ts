import { getOwnDay } from '#db/repositories/patients'
import {
  deleteReportDaysBetween,
  getLastReportDay,
  saveReportDay,
} from '#db/repositories/report-days'
import type { Progress } from '#domain/backups/backups'
import { isHeld } from '#domain/steady-date'
import { addDays } from '#domain/time'
import type { App } from '../context.ts'
import { countDay, eachDay, getToday } from '../queries/reports.ts'

/** Patients are listed for at most 12 hours of the next day; then nothing of a day changes. */
const DAYS_STILL_OPEN = 1
const END_OF_TIME = '~'

/** Waits until the date has held: a clock that is ahead would close a day that is not over. */
export async function keepReportDays(app: App) {
  if (!isHeld(await app.read(app.date.look))) return 0
  return countDays(app, await app.read(getLastReportDay))
}

export function rebuildReports(app: App, onProgress?: (progress: Progress) => void) {
  return countDays(app, '', onProgress)
}

async function countDays(app: App, after: string, onProgress?: (progress: Progress) => void) {
  const ownDay = (await app.read(getOwnDay)) ?? ''
  const to = minDay(addDays(getToday(app), -DAYS_STILL_OPEN - 1), addDays(ownDay, -1))
  let [first, last, count] = ['', after, 0]
  for await (const day of eachDay(app, { from: addDays(after, 1), to })) {
    const counted = await countDay(app, day)
    const since = last
    await app.write(async tx => {
      await deleteReportDaysBetween(tx, since, day)
      await saveReportDay(tx, counted)
    })
    first ||= day
    last = day
    onProgress?.({ doing: `counting ${day}`, percent: getPercent(first, day, to) })
    count++
  }
  await app.write(tx => deleteReportDaysBetween(tx, last, END_OF_TIME))
  return count
}

function minDay(a: string, b: string) {
  return a < b ? a : b
}

function getPercent(first: string, day: string, to: string) {
  const [start, now, end] = [first, day, to].map(Date.parse) as [number, number, number]
  return end === start ? 100 : Math.floor((100 * (now - start)) / (end - start))
}
