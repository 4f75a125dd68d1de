import { getWaitStart, isActive, isFinished, type Patient } from '../patients/patient.ts'
import { getQueueId, isServed, type Served } from '../queues/patient-queue.ts'
import { isDispensary, type Room } from '../rooms/room.ts'
import { MINUTE_MS } from '../time.ts'
import { isForDispensary, isOnHold } from './lists.ts'
import type { NextRules, PriorityWeight } from './order-rules.ts'

export type NextPatient = { patient: Patient; why: WhyNext; because: string; sentence: string }

/** A patient waits in a queue for the consultation, and later perhaps for the dispensary. */
export type WaitsFor = 'consultation' | 'dispensary'

export function getWaitedFor(room: Pick<Room, 'name'>): WaitsFor {
  return isDispensary(room) ? 'dispensary' : 'consultation'
}

type Turn = {
  waitsFor: WaitsFor
  /** Limits consultations to these queues; all queues if missing. */
  served?: Served
  now: string
  rules: NextRules
  /** Number of appointments that were called last in a row, from `countAppointmentsInRow`. */
  appointmentsInRow?: number
}

export function getCallOrder(patients: Patient[], turn: Turn): Patient[] {
  const callable = getCallable(patients, turn)
  const ids = new Map(callable.map(patient => [patient.id, patient]))
  const waiting = callable.map(patient => forgetHadAppointment(patient, turn)).toSorted(byWait)
  return toCallOrder(waiting, turn).map(one => ids.get(one.id) ?? one)
}

/** Removes the appointment time if the patient waits for medicine and has had the appointment. */
export function forgetHadAppointment(
  patient: Patient,
  { waitsFor }: Pick<Turn, 'waitsFor'>,
): Patient {
  const { appointmentAt, ...others } = patient
  return waitsFor === 'consultation' || appointmentAt === undefined ? patient : others
}

/** Returns the next patient of each queue. The patient's ticket also shows this. */
export function listNext(patients: Patient[], now: string, rules: NextRules): Patient[] {
  const ofQueues = [...Map.groupBy(patients, getQueueId)]
  return ofQueues.flatMap(([queueId, all]) => {
    const appointmentsInRow = countAppointmentsInRow(all, new Set([queueId]))
    return getCallOrder(all, { waitsFor: 'consultation', now, rules, appointmentsInRow })[0] ?? []
  })
}

export function getCallable(patients: Patient[], { now, ...turn }: Omit<Turn, 'rules'>) {
  return patients.filter(patient => isCandidate(patient, turn) && !isOnHold(patient, now))
}

/** Finds the next patient by waiting time times weight. Over the limit, the longest wait wins. */
export function findNext(patients: Patient[], turn: Turn): NextPatient | null {
  const { now, rules, waitsFor } = turn
  const own = patients.map(patient => forgetHadAppointment(patient, turn))
  const waiting = own.filter(patient => isCandidate(patient, turn)).toSorted(byWait)
  const free = waiting.filter(patient => !isOnHold(patient, now))
  const [first] = toCallOrder(free, turn)
  const chosen = first ?? waiting.find(({ hold }) => hold?.kind === 'missed')
  if (!chosen) return null
  const why = explain(chosen, free, turn)
  const hasOthers = own.some(one => isCandidate(one, { waitsFor }) && !isCandidate(one, turn))
  const here = hasOthers ? ' for this room' : ''
  const because = formatWhy(why, rules, { isAlone: waiting.length === 1, here })
  const separator = ['missed', 'nobody-free', 'early'].includes(why.reason) ? ' ' : ': '
  const sentence = `#${chosen.label}${separator}${because}`
  return { patient: patients[own.indexOf(chosen)] ?? chosen, why, because, sentence }
}

export function explainChoice(patient: Patient, turn: Turn): NextPatient {
  const own = forgetHadAppointment(patient, turn)
  const why: WhyNext = { ...explain(own, [own], turn), reason: 'chosen' }
  const because = formatWhy(why, turn.rules, { isAlone: true, here: '' })
  return { patient, why, because, sentence: `#${patient.label}: ${because}` }
}

function isCandidate(patient: Patient, { waitsFor, served }: Pick<Turn, 'waitsFor' | 'served'>) {
  if (isActive(patient) || isFinished(patient)) return false
  if (waitsFor === 'dispensary') return isForDispensary(patient)
  return !isForDispensary(patient) && (!served || isServed(served, patient))
}

function byWait(a: Patient, b: Patient) {
  return getWaitStart(a).localeCompare(getWaitStart(b)) || a.id - b.id
}

export type Waiting = Pick<Patient, 'id' | 'registeredAt' | 'appointmentAt' | 'isPriority'>

type Order = Pick<Turn, 'now' | 'rules' | 'appointmentsInRow'>

function toCallOrder<P extends Waiting>(free: P[], order: Order): P[] {
  const at = Date.parse(order.now)
  const ranked = free.map(patient => ({
    patient,
    rank: getRankOf(patient, at - getStartMs(patient), order.rules),
  }))
  return letWalkInsBetween(ranked.toSorted(byRank), order).map(({ patient }) => patient)
}

export function getStartMs(patient: Waiting) {
  return Date.parse(getWaitStart(patient))
}

/** Ranks patients who came before the time of their appointment after all others. */
export function getRankOf(
  { appointmentAt, isPriority }: Pick<Waiting, 'appointmentAt' | 'isPriority'>,
  waitMs: number,
  rules: NextRules,
) {
  const isEarly = waitMs < 0 && appointmentAt !== undefined
  return isEarly ? waitMs : getRank(waitMs, isPriority, rules)
}

const OVER_LIMIT = Number.POSITIVE_INFINITY

/** The highest rank goes first. `waitMs` is negative after the clock was set back. */
function getRank(waitMs: number, isPriority: boolean, rules: NextRules) {
  if (waitMs > rules.limitMinutes * MINUTE_MS) return OVER_LIMIT
  const weight = isPriority ? rules.weight : 1
  return weight === 'always' ? Number.MAX_VALUE : Math.max(0, waitMs) * weight
}

function byRank(a: { rank: number }, b: { rank: number }) {
  return a.rank === b.rank ? 0 : b.rank - a.rank
}

/** Most appointments in a row while a patient without an appointment waits over the limit. */
const MAX_APPOINTMENTS_IN_ROW = 2

function letWalkInsBetween<R extends { patient: Waiting; rank: number }>(
  ranked: R[],
  { appointmentsInRow = 0 }: Order,
): R[] {
  const isAppointment = ({ patient }: R) => patient.appointmentAt !== undefined
  if (!ranked.some(isAppointment)) return ranked
  const walkIns = ranked.filter(one => !isAppointment(one) && one.rank === OVER_LIMIT)
  const ordered = new Set<R>()
  let inRow = appointmentsInRow
  for (const one of ranked) {
    // A walk-in who was moved forward does not end the row here.
    if (ordered.has(one)) continue
    if (isAppointment(one) && inRow >= MAX_APPOINTMENTS_IN_ROW) {
      const waiting = walkIns.find(walkIn => !ordered.has(walkIn))
      if (waiting) ordered.add(waiting)
      inRow = 0
    }
    inRow = isAppointment(one) ? inRow + 1 : 0
    ordered.add(one)
  }
  return [...ordered]
}

/** Counts the newest calls in a row that were appointments in these queues. Includes all rooms. */
export function countAppointmentsInRow(patients: Patient[], served: Served) {
  const called = patients
    .filter(one => one.callSequence !== null && !isDispensary(one.lastRoom))
    .filter(one => isServed(served, one))
    .toSorted((a, b) => (b.callSequence ?? 0) - (a.callSequence ?? 0))
    .slice(0, MAX_APPOINTMENTS_IN_ROW)
  const walkIn = called.findIndex(({ appointmentAt }) => appointmentAt === undefined)
  return walkIn === -1 ? called.length : walkIn
}

type PassedOver = Pick<Patient, 'id' | 'number' | 'label'> & { waitedMinutes: number }

/** The reason why this patient is next. Only desks receive this, and never a TV. */
type WhyNext = {
  reason: 'longest-wait' | 'priority' | 'over-limit' | 'missed' | 'nobody-free' | 'chosen' | 'early'
  waitedMinutes: number
  weight: PriorityWeight
  overLimit: boolean
  /** Patients who have waited longer, longest first. */
  passedOver: PassedOver[]
}

function explain(chosen: Patient, free: Patient[], { now, rules }: Order): WhyNext {
  const getWaitMs = (patient: Patient) => Math.max(0, Date.parse(now) - getStartMs(patient))
  const getMinutes = (patient: Patient) => Math.floor(getWaitMs(patient) / MINUTE_MS)
  const overLimit = getWaitMs(chosen) > rules.limitMinutes * MINUTE_MS
  const passedOver = free.slice(0, free.indexOf(chosen)).map(patient => {
    const { id, number, label } = patient
    return { id, number, label, waitedMinutes: getMinutes(patient) }
  })
  const weight = chosen.isPriority ? rules.weight : 1
  const why = { waitedMinutes: getMinutes(chosen), weight, overLimit, passedOver }
  if (free.length === 0) return { reason: 'nobody-free', ...why }
  if (chosen.appointmentAt && getWaitStart(chosen) > now) return { reason: 'early', ...why }
  if (passedOver.length > 0 && chosen.isPriority) return { reason: 'priority', ...why }
  if (chosen.hold?.kind === 'missed') return { reason: 'missed', ...why }
  return { reason: overLimit ? 'over-limit' : 'longest-wait', ...why }
}

const WEIGHT_TEXTS: Record<PriorityWeight, string> = {
  1: 'priority',
  1.5: 'priority counts one and a half times',
  2: 'priority counts double',
  3: 'priority counts three times',
  always: 'priority always goes first',
}

/** `isAlone`: no other patient waits for this room. `here`: ' for this room', if others wait. */
function formatWhy(
  why: WhyNext,
  { limitMinutes }: NextRules,
  { isAlone, here }: { isAlone: boolean; here: string },
) {
  const waited = `${why.waitedMinutes} min`
  const [first] = why.passedOver
  switch (why.reason) {
    case 'nobody-free':
      return `missed a call. ${isAlone ? `No one else waits${here}` : `Everyone else${here} is on hold`}.`
    case 'missed':
      return 'missed a call and is next again.'
    case 'over-limit':
      return `${waited}, longer than ${limitMinutes} min.`
    case 'early':
      return `is early, but no one else${here} is ready.`
    case 'longest-wait':
      return `${waited}, the longest wait.`
    case 'chosen':
      return `${waited}, chosen at the desk.`
    case 'priority':
      return `${waited}, ${WEIGHT_TEXTS[why.weight]}. #${first?.label} has waited ${first?.waitedMinutes} min.`
  }
}
