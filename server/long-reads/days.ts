import { isStorageError, isUnreachableError } from '#db/connection/errors'
import type { Query } from '#db/connection/query'
import { listPatientsOfDay } from '#db/repositories/patients'
import { findNextDay } from '#db/repositories/report-days'
import type { Period } from '#domain/reports/period'
import { toVisit } from '#domain/reports/tally'
import { addDays, type TimeZone } from '#domain/time'
import { describeError } from '../observability/log.ts'

export type LongReadDatabase = { db: Query; timeZone: TimeZone }

export type TriedDay<T> = { day: string } & ({ value: T } | { failure: { error: string } })

/** Length of one slice of a long read. Short slices keep other reads and the main thread fast. */
const SLICE_MS = 50

export async function* eachDay(db: Query, { from, to }: Period) {
  for (let since = from; ; ) {
    const day = await findNextDay(db, since, to)
    if (day === null) return
    yield day
    since = addDays(day, 1)
  }
}

export async function listVisits({ db, timeZone }: LongReadDatabase, day: string) {
  const patients = await listPatientsOfDay(db, day)
  return patients.map(patient => ({ patient, visit: toVisit(patient, timeZone) }))
}

/** Reads days until the slice ends. `next` is the day to continue with, or null at the end. */
export async function readSlice<T>(
  days: Iterable<string> | AsyncIterable<string>,
  read: (day: string) => Promise<T>,
) {
  const endsAt = performance.now() + SLICE_MS
  const results: TriedDay<T>[] = []
  for await (const day of days) {
    results.push(await tryDay(day, () => read(day)))
    if (performance.now() > endsAt) return { results, next: addDays(day, 1) }
  }
  return { results, next: null }
}

/** A day that fails must not hide the others. */
export async function tryDay<T>(day: string, read: () => Promise<T>): Promise<TriedDay<T>> {
  try {
    return { day, value: await read() }
  } catch (cause) {
    // All other days would also fail.
    if (isUnreachableError(cause) || isStorageError(cause)) throw cause
    return { day, failure: describeError(cause) }
  }
}
