import { isStorageError, isUnreachableError } from '#db/connection/errors'
import { listPatientsOfDay } from '#db/repositories/patients'
import { findNextDay, listReportDays, listUncountedDays } from '#db/repositories/report-days'
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

/** The days that had patients. Sums of days that are over are kept; the others are counted. */
export async function readReportDays(app: App, { from, to }: Period) {
  const { days, uncounted } = await app.read(async db => ({
    days: await listReportDays(db, from, to),
    uncounted: await listUncountedDays(db, from, to),
  }))
  const missing: string[] = []
  const pause = createPauses()
  for (const day of uncounted) {
    const counted = await readDay(app, day)
    if (counted) days.push(counted)
    else missing.push(day)
    await pause()
  }
  return { days, missing }
}

/** Today's is counted again after each write, the others once. */
function readDay(app: App, day: string) {
  return app.cached(`report of ${day}`, () => tryDay(app, day, () => countDay(app, day)))
}

export async function readReport(app: App, { from, to, by }: Period & { by: Group }) {
  const { targetMinutes } = await getReportSettings(app)
  const { days, missing } = await readReportDays(app, { from, to })
  const rows = groupDays(days, by, targetMinutes)
  return { period: { from, to }, rows, ...(missing.length > 0 ? { missingDays: missing } : {}) }
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

export async function countDay(app: App, day: string): Promise<Day> {
  const visits = await listVisits(app, day)
  return { day, sums: sumDay(visits.map(({ visit }) => visit)) }
}

/** Null for a day that fails, which is logged, so that the other days are counted. */
export async function tryDay<T>({ failedReportDays }: App, day: string, work: () => Promise<T>) {
  try {
    const result = await work()
    failedReportDays.delete(day)
    return result
  } catch (cause) {
    if (isUnreachableError(cause)) throw cause
    failedReportDays.add(day, cause)
    // The disk is full or faulty, so every other day would fail, too.
    if (isStorageError(cause)) throw cause
    return null
  }
}

export function getToday(app: App) {
  return getCurrentDays(app).today
}
