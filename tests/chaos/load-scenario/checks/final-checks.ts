import type { Ledger } from '../../stress/ledger.ts'
import { dumpDatabase, verifyData } from '../../stress/verify-data.ts'
import type { ClockChange } from '../program.ts'
import { checkAnnouncements, type OfflineSpan } from './announcements.ts'
import { type Check, compareViews, createCheck } from './compare-views.ts'
import { getExpectedView, type View } from './expected-view.ts'
import { toWallClock } from './offline-spans.ts'

/** Everything recorded until the program ended. */
export type ScenarioRecord = {
  dataDir: string
  ledger: Ledger
  arrivalCount: number
  /** The last view by actor. */
  views: Map<string, View>
  /** By TV. */
  announced: Map<string, string[]>
  offlineSpans: Map<string, OfflineSpan[]>
  clocks: ClockChange[]
}

/** Compares views, announcements and acknowledged writes with the database. */
export function runFinalChecks({ dataDir, ledger, arrivalCount, ...record }: ScenarioRecord) {
  const rows = dumpDatabase(dataDir)
  const expected = getExpectedView(rows)
  const verification = verifyData(dataDir, ledger)
  const names = new Map(rows.patients.map(({ id, name }) => [id, name]))
  const calls = rows.calls.map(({ sequence, patientId, room, calledAt }) => ({
    sequence,
    label: `${names.get(patientId)}, ${room}`,
    atMs: toWallClock(calledAt, record.clocks),
  }))
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
    ...checkRooms(expected),
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

function checkRooms({ rooms = [] }: View): Check[] {
  const occupants = rooms.flatMap(room => room.split(': ')[1] ?? [])
  return [
    createCheck('rows', new Set(occupants).size === occupants.length, 'somebody is in two rooms'),
  ]
}
