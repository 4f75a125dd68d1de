import { getOwnDay } from '#db/repositories/patients/own-day'
import type { Period } from '#domain/reports/period'
import type { Group } from '#domain/reports/report'
import { addDays } from '#domain/time'
import type { SignedInUser } from '#domain/users/user'
import { type App, getCurrentDays } from '../context.ts'
import type { TriedDay } from '../long-reads/days.ts'
import type { LongReadInput, LongReadResult } from '../long-reads/reads.ts'
import { getSettings } from './settings.ts'

const DAYS_STILL_OPEN = 1

async function getReportSettings(app: App) {
  const { waitTargetMinutes, reportsFor, clinicName } = await getSettings(app)
  const isForAll = reportsFor === 'staff'
  return { targetMinutes: Number(waitTargetMinutes), isForAll, clinicName }
}

export async function mayReadReports(app: App, { role }: Pick<SignedInUser, 'role'>) {
  return role === 'admin' || (await getReportSettings(app)).isForAll
}

export async function readReport(
  app: App,
  { from, to, by }: Period & { by: Group },
  signal: AbortSignal,
) {
  const { targetMinutes } = await getReportSettings(app)
  const { rows, tried } = await app.readLong('report', { from, to, by, targetMinutes }, { signal })
  const missing = recordDays(app, tried)
  return { period: { from, to }, rows, ...(missing.length > 0 ? { missingDays: missing } : {}) }
}

export async function readReportPage(
  app: App,
  input: { period: Period; before: Period; unit: Group },
  { user, signal }: { user: Pick<SignedInUser, 'id'>; signal: AbortSignal },
) {
  await app.assertRate('reports', `user ${user.id}`)
  const { targetMinutes, clinicName } = await getReportSettings(app)
  const { tried, ...page } = await app.readLong(
    'reportPage',
    { ...input, targetMinutes },
    { signal },
  )
  return { ...page, missing: recordDays(app, tried), targetMinutes, clinicName }
}

/** A day changes until its patients leave the lists, at most 12 hours into the next day. */
export async function getLastDayThatIsOver(app: App) {
  const ownDay = (await app.read(getOwnDay)) ?? ''
  const [earlier = ''] = [addDays(getToday(app), -DAYS_STILL_OPEN - 1), addDays(ownDay, -1)].sort()
  return earlier
}

export async function* countDays(app: App, input: LongReadInput<'countDays'>) {
  for (let from: string | null = input.from; from !== null; ) {
    const part: LongReadResult<'countDays'> = await app.readLong('countDays', { ...input, from })
    recordDays(app, part.results)
    yield* part.results
    from = part.next
  }
}

export async function* readVisitLines(app: App, input: LongReadInput<'visitLines'>) {
  for (let from: string | null = input.from; from !== null; ) {
    const options: { isNewest: boolean } = { isNewest: from === input.from }
    const part: LongReadResult<'visitLines'> = await app.readLong(
      'visitLines',
      { ...input, from },
      options,
    )
    recordDays(app, part.results)
    yield part.results
    from = part.next
  }
}

function recordDays({ failedReportDays }: App, tried: TriedDay<unknown>[]) {
  return tried.flatMap(one => {
    if ('failure' in one) failedReportDays.add(one.day, one.failure)
    else failedReportDays.delete(one.day)
    return 'failure' in one ? [one.day] : []
  })
}

export function getToday(app: App) {
  return getCurrentDays(app).today
}
