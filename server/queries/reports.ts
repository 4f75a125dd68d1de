import { listPatientsOfDay } from '#db/repositories/patients'
import { findNextDay, getLastReportDay, listReportDays } from '#db/repositories/report-days'
import { type Day, type Group, groupDays } from '#domain/reports/report'
import { sumDay } from '#domain/reports/tally'
import { toVisit } from '#domain/reports/visit'
import { addDays } from '#domain/time'
import type { SignedInUser } from '#domain/users/user'
import { type App, getCurrentDays } from '../context.ts'
import { createPauses } from '../pauses.ts'
import { getSettings } from './settings.ts'

/** The clinic's days, both ends included: YYYY-MM-DD. */
export type Period = { from: string; to: string }

export async function getReportSettings(app: App) {
  const { waitTargetMinutes, reportsFor, clinicName } = await getSettings(app)
  const isForAll = reportsFor === 'staff'
  return { targetMinutes: Number(waitTargetMinutes), isForAll, clinicName }
}

export async function mayReadReports(app: App, { role }: Pick<SignedInUser, 'role'>) {
  return role === 'admin' || (await getReportSettings(app)).isForAll
}

/** The days that had patients. Sums of days that are over are kept; the newest are counted. */
export async function readReportDays(app: App, { from, to }: Period): Promise<Day[]> {
  const kept = await app.read(db => listReportDays(db, from, to))
  const last = await app.read(getLastReportDay)
  const days = [...kept]
  for await (const day of eachDay(app, { from: maxDay(addDays(last, 1), from), to })) {
    days.push(await countDay(app, day))
  }
  return days
}

export async function readReport(app: App, { from, to, by }: Period & { by: Group }) {
  const { targetMinutes } = await getReportSettings(app)
  const days = await readReportDays(app, { from, to })
  return { period: { from, to }, rows: groupDays(days, by, targetMinutes) }
}

export async function* eachDay({ read }: App, { from, to }: Period) {
  const pause = createPauses()
  for (let next = from; ; ) {
    const since = next
    const day = await read(db => findNextDay(db, since, to))
    if (day === null) return
    yield day
    next = addDays(day, 1)
    await pause()
  }
}

export async function listVisits(app: App, day: string) {
  const patients = await app.read(db => listPatientsOfDay(db, day))
  return patients.map(patient => ({ patient, visit: toVisit(patient, app.config.timeZone) }))
}

/** Today's is counted again after each write, the others once. */
export async function countDay(app: App, day: string): Promise<Day> {
  const count = async () => ({
    day,
    sums: sumDay((await listVisits(app, day)).map(({ visit }) => visit)),
  })
  return app.cached(`report of ${day}`, count)
}

export function getToday(app: App) {
  return getCurrentDays(app).today
}

function maxDay(a: string, b: string) {
  return a > b ? a : b
}
