import { findLosses, type Ledger, type Rows } from '../stored-data.ts'
import { HARDLY_UP_MS, type OfflineSpan } from './offline-log.ts'
import type { ClockChange } from './program.ts'
import { type Check, createCheck } from './views.ts'
import type { StepRequest, TooLate } from './write-log.ts'

/** Older missed calls are shown without an announcement. */
const MISSED_ARE_PLAYED_FOR_MS = 30_000
/** Requests may be in progress, and times are rounded to seconds. */
const TOLERATED_MS = 3_000
const SAVED_WITHIN_MS = 1_000
/** A device learns the new time from its next response. */
const LEARNS_TIME_WITHIN_MS = 15_000
/** A write that began while the device was offline is repeated with its deadline. */
const REPEATED_WITHIN_MS = 12_000
const ACTIONS: Record<string, string[]> = {
  called: ['called', 'called again'],
  dispensary: ['dispensary'],
  requeue: ['requeue'],
  completed: ['completed'],
}

/** What was acknowledged is there, everybody who came has one row, and a number of their day. */
export function checkRows(rows: Rows, ledger: Ledger, arrivals: number, offsetMs: number): Check[] {
  const { patients } = rows
  const losses = findLosses(rows, ledger)
  const names = new Set(patients.map(({ name }) => name))
  const registeredOn = (at: string) =>
    new Date(Date.parse(at) + offsetMs).toISOString().slice(0, 10)
  const came = `${arrivals} came, ${patients.length} rows of ${names.size} names are there`
  return [
    ...losses.map((error): Check => ({ about: 'rows', error })),
    ...[...ledger.patients, ...ledger.calls].map((): Check => ({ about: 'rows', error: null })),
    createCheck('rows', names.size === arrivals && patients.length === arrivals, came),
    ...patients.map(({ id, day, registeredAt }) => {
      const isRight = registeredOn(registeredAt) === day
      return createCheck('rows', isRight, `patient ${id} of ${registeredAt} has a number of ${day}`)
    }),
  ]
}

/** Whatever was stored has its line, and nothing else has one: restarts and kills included. */
export function checkAudit({ patients, journey, audit }: Rows): Check[] {
  const count = (action: string) => audit.filter(line => line.action === action).length
  const deleted = patients.filter(({ deletedAt }) => deletedAt !== null).length
  const steps = journey.length - patients.length
  const compare = (action: string, expected: number) => {
    const error = `the audit has ${count(action)} of "${action}", and ${expected} were stored`
    return createCheck('audit', count(action) === expected, error)
  }
  return [
    compare('patient registered', patients.length),
    compare('patient step', steps),
    compare('patient deleted', deleted),
  ]
}

/** The report counts everybody who came and was not deleted, whenever it was made. */
export function checkReport({ patients }: Rows, counts: number[]): Check {
  const came = patients.filter(({ deletedAt }) => deletedAt === null).length
  const counted = counts.reduce((sum, n) => sum + n, 0)
  return createCheck('report', came === counted, `the report has ${counted} patients of ${came}`)
}

/**
 * A step is stored only if a desk asked for it and was not told that it was refused, for example
 * because it came too late. One that was stored twice would need a second desk that asked for it.
 */
export function checkSteps({ rooms, journey, patients }: Rows, requests: StepRequest[]): Check[] {
  const roomNames = new Map(rooms.map(({ id, name }) => [id, name]))
  const journeys = Map.groupBy(journey, ({ patientId }) => patientId)
  const asked = Map.groupBy(requests, one => `${one.patientId} ${one.seenSteps}`)
  const isCarriedOut = ({ status, windowId }: StepRequest, step: Rows['journey'][number]) =>
    ACTIONS[status]?.includes(step.action) &&
    (status !== 'called' || roomNames.get(windowId ?? 0) === step.room)

  const stored = [...journeys].flatMap(([id, steps]) =>
    steps.slice(1).map((step, n) => {
      const matching = (asked.get(`${id} ${n + 1}`) ?? []).filter(one => isCarriedOut(one, step))
      const isWanted = matching.some(({ outcome }) => outcome !== 'refused')
      const why = matching.length > 0 ? 'was refused' : 'was not asked for'
      return createCheck('steps', isWanted, `patient ${id}, step ${n + 1}, ${step.action}: ${why}`)
    }),
  )
  const answered = requests.flatMap(request => {
    const { patientId: id, seenSteps, status, outcome } = request
    if (status === 'deleted') {
      const isDeleted = patients.find(patient => patient.id === id)?.deletedAt !== null
      const others = requests.filter(one => one.patientId === id && one.status === status)
      const isRight = isDeleted ? others.some(one => one.outcome !== 'refused') : outcome !== 'done'
      return createCheck('steps', isRight, `patient ${id}: a desk was told wrong of the deletion`)
    }
    if (outcome !== 'done') return []
    const step = journeys.get(id)?.[seenSteps]
    const isStored = step !== undefined && isCarriedOut(request, step) === true
    return createCheck('steps', isStored, `patient ${id}, step ${seenSteps}, ${status}: lost`)
  })
  return [...stored, ...answered]
}

/** A TV announces each call once and in order, or shows it silently if it was missed for long. */
export function checkAnnouncements(
  tv: string,
  labels: string[],
  { patients, calls }: Rows,
  clocks: ClockChange[],
  offlineSpans: OfflineSpan[],
): Check[] {
  const names = new Map(patients.map(({ id, name }) => [id, name]))
  const labelOf = ({ patientId, room }: Rows['calls'][number]) => `${names.get(patientId)}, ${room}`
  const called = calls.map(labelOf)
  const countOf = (label: string, all: string[]) => all.filter(other => other === label).length
  let next = 0
  const order = labels.map(label => {
    const index = called.indexOf(label, next)
    if (index >= 0) next = index + 1
    return createCheck(tv, index >= 0, `${tv}: announced twice or out of order: ${label}`)
  })
  const needed = calls
    .filter(({ calledAt }) => !canBeSilent(calledAt, clocks, offlineSpans))
    .map(labelOf)
  const missing = calls.map(call => {
    const label = labelOf(call)
    const isAnnounced = countOf(label, labels) >= countOf(label, needed)
    return createCheck(tv, isAnnounced, `${tv}: call ${call.sequence} was not announced: ${label}`)
  })
  return [...order, ...missing]
}

function canBeSilent(calledAt: string, clocks: ClockChange[], offlineSpans: OfflineSpan[]) {
  const atMs = toRealTime(calledAt, clocks)
  // It was still being saved when the hours were set forward, and arrived as one that is hours old.
  const isSetForward = clocks.some(
    (clock, n) =>
      clock.atMs >= atMs &&
      clock.atMs - atMs <= SAVED_WITHIN_MS &&
      clock.aheadMs > (clocks[n - 1]?.aheadMs ?? 0),
  )
  return (
    isSetForward ||
    offlineSpans.some(({ fromMs, toMs, clockJumped }) => {
      if (atMs < fromMs - TOLERATED_MS || atMs > toMs) return false
      return clockJumped || toMs - atMs > MISSED_ARE_PLAYED_FOR_MS - TOLERATED_MS
    })
  )
}

function toRealTime(instant: string, clocks: ClockChange[]) {
  const recordedMs = Date.parse(instant)
  const change = clocks.find(({ atMs, aheadMs }, n) => {
    const untilMs = clocks[n + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const realMs = recordedMs - aheadMs
    return realMs >= atMs - HARDLY_UP_MS && realMs <= untilMs + HARDLY_UP_MS
  })
  return recordedMs - (change?.aheadMs ?? 0)
}

/** A write is too late only after a hang, a broken network or a change of the server's clock. */
export function checkTooLate(
  tooLate: TooLate[],
  clocks: ClockChange[],
  offlineSpans: Map<string, OfflineSpan[]>,
): Check[] {
  return tooLate.map(({ device, atMs }) => {
    const reasons = [
      ...clocks.map(clock => ({ fromMs: clock.atMs, toMs: clock.atMs + LEARNS_TIME_WITHIN_MS })),
      ...(offlineSpans.get(device) ?? []).map(({ fromMs, toMs }) => ({
        fromMs,
        toMs: toMs + REPEATED_WITHIN_MS,
      })),
    ]
    const hasReason = reasons.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)
    return createCheck(device, hasReason, `${device}: a write was too late without a reason`)
  })
}
