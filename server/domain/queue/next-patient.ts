import { getWaitStart, isActive, isFinished, type Patient } from '../patients/patient.ts'
import { getQueueId, isServed, type Served } from '../queues/patient-queue.ts'
import { isDispensary, type Room } from '../rooms/room.ts'
import { MINUTE_MS } from '../time.ts'
import { isForDispensary, isOnHold } from './lists.ts'

/** How much a priority patient's waiting counts; 'always' is before everybody else. */
export const PRIORITY_WEIGHTS = [1, 1.5, 2, 3, 'always'] as const
type PriorityWeight = (typeof PRIORITY_WEIGHTS)[number]

export type NextRules = { weight: PriorityWeight; limitMinutes: number }
export const DEFAULT_NEXT_RULES: NextRules = { weight: 2, limitMinutes: 45 }

type PassedOver = Pick<Patient, 'id' | 'number' | 'label'> & { waitedMinutes: number }

/** Why this patient is next. Only for the desk: it never reaches a TV. */
type WhyNext = {
  reason: 'longest-wait' | 'priority' | 'over-limit' | 'missed' | 'nobody-free' | 'chosen' | 'early'
  waitedMinutes: number
  weight: PriorityWeight
  overLimit: boolean
  /** Who has waited longer, longest first. */
  passedOver: PassedOver[]
}

/** `sentence` is the number and `because`. */
export type NextPatient = { patient: Patient; why: WhyNext; because: string; sentence: string }

/** A patient waits for a room, and later for the dispensary. */
export type Queue = 'consultation' | 'dispensary'

export function getQueueOf(room: Pick<Room, 'name'>): Queue {
  return isDispensary(room) ? 'dispensary' : 'consultation'
}

type Turn = {
  queue: Queue
  /** Of the consultation, only these queues; all of them without it. */
  served?: Served
  now: string
  rules: NextRules
  /** How many who were called last came to an appointment, as `countAppointmentsInRow` has it. */
  appointmentsInRow?: number
}

export function getCallOrder(patients: Patient[], turn: Turn): Patient[] {
  const callable = getCallable(patients, turn)
  const ids = new Map(callable.map(patient => [patient.id, patient]))
  const waiting = callable.map(patient => forgetHadAppointment(patient, turn)).toSorted(byWait)
  return toCallOrder(waiting, turn).map(one => ids.get(one.id) ?? one)
}

/** Whoever waits for medicine has had the appointment: its time counts no more. */
export function forgetHadAppointment(patient: Patient, { queue }: Pick<Turn, 'queue'>): Patient {
  const { appointmentAt, ...others } = patient
  return queue === 'consultation' || appointmentAt === undefined ? patient : others
}

/** The first of each queue that has one; their tickets say so, too. */
export function listNext(patients: Patient[], now: string, rules: NextRules): Patient[] {
  const ofQueues = [...Map.groupBy(patients, getQueueId)]
  return ofQueues.flatMap(([queueId, all]) => {
    const appointmentsInRow = countAppointmentsInRow(all, new Set([queueId]))
    return getCallOrder(all, { queue: 'consultation', now, rules, appointmentsInRow })[0] ?? []
  })
}

export function getCallable(patients: Patient[], { now, ...turn }: Omit<Turn, 'rules'>) {
  return patients.filter(patient => isWaitingFor(turn, patient) && !isOnHold(patient, now))
}

/** Waiting time times weight decides. Beyond the limit, the longest wait goes first. */
export function findNext(patients: Patient[], turn: Turn): NextPatient | null {
  const { now, rules } = turn
  const own = patients.map(patient => forgetHadAppointment(patient, turn))
  const waiting = own.filter(patient => isWaitingFor(turn, patient)).toSorted(byWait)
  const free = waiting.filter(patient => !isOnHold(patient, now))
  const [first] = toCallOrder(free, turn)
  const chosen = first ?? waiting.find(({ hold }) => hold?.kind === 'missed')
  if (!chosen) return null
  const why = explain(chosen, free, now, rules)
  const because = formatWhy(why, rules, waiting.length)
  const separator = why.reason === 'missed' || why.reason === 'nobody-free' ? ' ' : ': '
  const sentence = `#${chosen.label}${separator}${because}`
  return { patient: patients[own.indexOf(chosen)] ?? chosen, why, because, sentence }
}

/** For a patient whom the desk chose, whoever is next. */
export function explainChoice(patient: Patient, turn: Turn): NextPatient {
  const { now, rules } = turn
  const own = forgetHadAppointment(patient, turn)
  const why: WhyNext = { ...explain(own, [own], now, rules), reason: 'chosen' }
  const because = formatWhy(why, rules, 1)
  return { patient, why, because, sentence: `#${patient.label}: ${because}` }
}

function isWaitingFor({ queue, served }: Pick<Turn, 'queue' | 'served'>, patient: Patient) {
  if (isActive(patient) || isFinished(patient)) return false
  if (queue === 'dispensary') return isForDispensary(patient)
  return !isForDispensary(patient) && (!served || isServed(served, patient))
}

function byWait(a: Patient, b: Patient) {
  return getWaitStart(a).localeCompare(getWaitStart(b)) || a.id - b.id
}

export type Waiting = Pick<Patient, 'id' | 'registeredAt' | 'appointmentAt' | 'isPriority'>

type Order = Pick<Turn, 'now' | 'rules' | 'appointmentsInRow'>

/** Patients who can be called, in the order of Call next. Equals keep their order. */
export function toCallOrder<P extends Waiting>(free: P[], order: Order): P[] {
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

/** Who came before the time of their appointment is called after all others. */
export function getRankOf(
  { appointmentAt, isPriority }: Pick<Waiting, 'appointmentAt' | 'isPriority'>,
  waitMs: number,
  rules: NextRules,
) {
  const isEarly = waitMs < 0 && appointmentAt !== undefined
  return isEarly ? waitMs : getRank(waitMs, isPriority, rules)
}

const OVER_LIMIT = Number.POSITIVE_INFINITY

/** The highest is called first. `waitMs` is negative after the clock was set back. */
function getRank(waitMs: number, isPriority: boolean, rules: NextRules) {
  if (waitMs > rules.limitMinutes * MINUTE_MS) return OVER_LIMIT
  const weight = isPriority ? rules.weight : 1
  return weight === 'always' ? Number.MAX_VALUE : Math.max(0, waitMs) * weight
}

function byRank(a: { rank: number }, b: { rank: number }) {
  return a.rank === b.rank ? 0 : b.rank - a.rank
}

/** No more appointments in a row while somebody without one waits over the limit. */
const MAX_APPOINTMENTS_IN_ROW = 2

function letWalkInsBetween<R extends { patient: Waiting; rank: number }>(
  ranked: R[],
  { appointmentsInRow = 0 }: Order,
): R[] {
  const isAppointment = ({ patient }: R) => patient.appointmentAt !== undefined
  if (!ranked.some(isAppointment)) return ranked
  // Of those over the limit only: they are the first.
  const walkIns = ranked.filter(one => !isAppointment(one) && one.rank === OVER_LIMIT)
  const ordered = new Set<R>()
  let inRow = appointmentsInRow
  for (const one of ranked) {
    // Whoever went before ends no row here.
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

/** Among the last who were called from these queues, whatever the room. */
export function countAppointmentsInRow(patients: Patient[], served: Served) {
  const called = patients
    .filter(one => one.callSequence !== null && !isDispensary(one.lastRoom))
    .filter(one => isServed(served, one))
    .toSorted((a, b) => (b.callSequence ?? 0) - (a.callSequence ?? 0))
    .slice(0, MAX_APPOINTMENTS_IN_ROW)
  const walkIn = called.findIndex(({ appointmentAt }) => appointmentAt === undefined)
  return walkIn === -1 ? called.length : walkIn
}

/** It is not negative after the clock was set back. */
function getWaitMs(patient: Waiting, now: string) {
  return Math.max(0, Date.parse(now) - Date.parse(getWaitStart(patient)))
}

function getWaitMinutes(patient: Patient, now: string) {
  return Math.floor(getWaitMs(patient, now) / MINUTE_MS)
}

function isOverLimit(patient: Waiting, now: string, { limitMinutes }: NextRules) {
  return getWaitMs(patient, now) > limitMinutes * MINUTE_MS
}

function explain(chosen: Patient, free: Patient[], now: string, rules: NextRules): WhyNext {
  const overLimit = isOverLimit(chosen, now, rules)
  const passedOver = free.slice(0, free.indexOf(chosen)).map(patient => ({
    id: patient.id,
    number: patient.number,
    label: patient.label,
    waitedMinutes: getWaitMinutes(patient, now),
  }))
  return {
    reason: free.length === 0 ? 'nobody-free' : getReason(chosen, { now, overLimit, passedOver }),
    waitedMinutes: getWaitMinutes(chosen, now),
    weight: chosen.isPriority ? rules.weight : 1,
    overLimit,
    passedOver,
  }
}

type Reasons = Pick<WhyNext, 'overLimit' | 'passedOver'> & { now: string }

function getReason(chosen: Patient, { now, overLimit, passedOver }: Reasons) {
  if (chosen.appointmentAt && getWaitStart(chosen) > now) return 'early'
  if (passedOver.length > 0 && chosen.isPriority) return 'priority'
  if (chosen.hold?.kind === 'missed') return 'missed'
  return overLimit ? 'over-limit' : 'longest-wait'
}

const WEIGHT_TEXTS: Record<PriorityWeight, string> = {
  1: 'priority',
  1.5: 'priority counts one and a half times',
  2: 'priority counts double',
  3: 'priority counts three times',
  always: 'priority always goes first',
}

function formatWhy(why: WhyNext, { limitMinutes }: NextRules, waitingCount: number) {
  const waited = `${why.waitedMinutes} min`
  switch (why.reason) {
    case 'nobody-free':
      return `missed a call. ${waitingCount > 1 ? 'Everybody else is on hold' : 'Nobody else waits'}.`
    case 'missed':
      return 'missed a call and is next again.'
    case 'over-limit':
      return `${waited}, longer than ${limitMinutes} min.`
    case 'early':
      return 'came before the appointment, and nobody else can be called.'
    case 'longest-wait':
      return `${waited}, the longest wait.`
    case 'chosen':
      return `${waited}, chosen at the desk.`
    case 'priority':
      return `${waited}, ${WEIGHT_TEXTS[why.weight]}. ${formatPassed(why)}`
  }
}

function formatPassed({ passedOver: [first] }: WhyNext) {
  return first ? `#${first.label} has waited ${first.waitedMinutes} min.` : ''
}
