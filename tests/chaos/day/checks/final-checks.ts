import type { Ledger } from '../../kills/ledger.ts'
import { type DatabaseDump, dumpDatabase, verifyData } from '../../kills/verify-data.ts'
import type { ClockChange } from '../program.ts'
import type { StepRequest } from '../write-log.ts'
import { checkAnnouncements, type OfflineSpan } from './announcements.ts'
import { type Check, compareViews, createCheck } from './compare-views.ts'
import { type ClinicTime, getDay, getExpectedView, type View } from './expected-view.ts'
import { toWallClock } from './offline-spans.ts'
import { checkRequestedSteps } from './requested-steps.ts'

/** Everything recorded until the program ended. */
export type ScenarioRecord = {
  dataDir: string
  ledger: Ledger
  requests: StepRequest[]
  arrivalCount: number
  /** The last view by actor. */
  views: Map<string, View>
  /** By TV. */
  announced: Map<string, string[]>
  offlineSpans: Map<string, OfflineSpan[]>
  clocks: ClockChange[]
  /** When the last views were read. */
  time: ClinicTime
}

/** Compares views, announcements and acknowledged writes with the database. */
export function runFinalChecks({ dataDir, ledger, arrivalCount, ...record }: ScenarioRecord) {
  const rows = dumpDatabase(dataDir)
  const expected = getExpectedView(rows, record.time)
  const verification = verifyData(dataDir, ledger)
  const names = new Map(rows.patients.map(({ id, name }) => [id, name]))
  const calls = rows.calls.map(({ sequence, patientId, room, calledAt }) => {
    const atMs = toWallClock(calledAt, record.clocks)
    const nextClock = record.clocks.find(
      (clock, n) => clock.atMs >= atMs && clock.aheadMs > (record.clocks[n - 1]?.aheadMs ?? 0),
    )
    return {
      sequence,
      label: `${names.get(patientId)}, ${room}`,
      atMs,
      ...(nextClock ? { clockSetInMs: nextClock.atMs - atMs } : {}),
    }
  })
  const announcements = [...record.announced].map(([tv, labels]) => ({
    tv,
    ...checkAnnouncements(tv, labels, calls, record.offlineSpans.get(tv) ?? []),
  }))
  const acknowledgedCount = ledger.patients.size + ledger.calls.length
  const checks: Check[] = [
    ...[...record.views].flatMap(([viewer, view]) => compareViews(viewer, view, expected)),
    ...announcements.flatMap(({ checks }) => checks),
    ...verification.errors.map((error): Check => ({ about: 'rows', error })),
    ...Array.from({ length: acknowledgedCount }, (): Check => ({ about: 'rows', error: null })),
    ...checkArrivals(rows.patients, arrivalCount),
    ...checkDays(rows.patients, record.time),
    ...checkRequestedSteps(rows, record.requests),
  ]
  const silent = new Map(announcements.map(({ tv, silent }) => [tv, silent]))
  return { checks, silent, calls: calls.length, patients: rows.patients.length }
}

/** Every arrived patient has exactly one row. */
function checkArrivals(patients: { name: string }[], arrivalCount: number): Check[] {
  const names = new Set(patients.map(({ name }) => name))
  const error = `${arrivalCount} came, ${patients.length} rows of ${names.size} names are there`
  return [
    createCheck('rows', names.size === arrivalCount && patients.length === arrivalCount, error),
  ]
}

/** Each patient has a number of the day on which they came. */
function checkDays(patients: DatabaseDump['patients'], time: ClinicTime): Check[] {
  return patients.map(({ id, day, registeredAt }) => {
    const isRight = day === getDay(Date.parse(registeredAt), time)
    return createCheck('rows', isRight, `patient ${id} of ${registeredAt} has a number of ${day}`)
  })
}
