import { getWaitStart, type Patient } from '../patients/patient.ts'
import { MINUTE_MS } from '../time.ts'
import type { NextRules, PriorityWeight } from './order-rules.ts'

type PassedOver = Pick<Patient, 'id' | 'number' | 'label'> & { waitedMinutes: number }

/** Why this patient is next. Only desks receive this, and never a TV. */
export type WhyNext = {
  reason: 'longest-wait' | 'priority' | 'over-limit' | 'missed' | 'nobody-free' | 'chosen' | 'early'
  waitedMinutes: number
  weight: PriorityWeight
  overLimit: boolean
  /** Patients who have waited longer, longest first. */
  passedOver: PassedOver[]
}

export function explain(chosen: Patient, free: Patient[], now: string, rules: NextRules): WhyNext {
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

/** `hasOthers`: patients wait in queues that this room does not call. */
type Waiting = { count: number; hasOthers: boolean }

export function formatWhy(
  why: WhyNext,
  { limitMinutes }: NextRules,
  { count, hasOthers }: Waiting = { count: 1, hasOthers: false },
) {
  const here = hasOthers ? ' for this room' : ''
  const waited = `${why.waitedMinutes} min`
  switch (why.reason) {
    case 'nobody-free':
      return `missed a call. ${count > 1 ? `Everybody else${here} is on hold` : `Nobody else waits${here}`}.`
    case 'missed':
      return 'missed a call and is next again.'
    case 'over-limit':
      return `${waited}, longer than ${limitMinutes} min.`
    case 'early':
      return `came before the appointment, and nobody else${here} can be called.`
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

/** Returns 0 instead of a negative time, such as after the clock was set back. */
function getWaitMs(patient: Patient, now: string) {
  return Math.max(0, Date.parse(now) - Date.parse(getWaitStart(patient)))
}

function getWaitMinutes(patient: Patient, now: string) {
  return Math.floor(getWaitMs(patient, now) / MINUTE_MS)
}

function isOverLimit(patient: Patient, now: string, { limitMinutes }: NextRules) {
  return getWaitMs(patient, now) > limitMinutes * MINUTE_MS
}
