import { getWaitStart, type Patient } from '#domain/patients/patient'
import { isOnHold } from '#domain/queue/lists'
import { pluralize } from '#domain/text'
import { MINUTE_MS } from '#domain/time'

/** Tolerance for a desk's clock, which ticks every 5 s, so that 120 minutes never show as 121. */
const CLOCK_LAG_MS = 10_000

/** Minutes after which the desk is notified that a patient is still away. */
export const LONG_AWAY_MINUTES = 60

export type TimerColor = 'green' | 'yellow' | 'orange' | 'red' | 'over'

const COLOR_LIMITS: [TimerColor, number][] = [
  ['green', 10],
  ['yellow', 20],
  ['orange', 30],
]

/** Returns whole minutes between two ISO instants, or 0 if a clock was set back. */
export function minutesWaited(since: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / MINUTE_MS))
}

export function getDispensedAt({ readyForDispensary, journey }: Patient) {
  return readyForDispensary ? findLast(journey, 'dispensary') : null
}

/** For patients who wait for medicine, the waiting time starts at Dispense. */
export function getWaitingMinutes(patient: Patient, now: string) {
  return minutesWaited(getDispensedAt(patient) ?? getWaitStart(patient), now)
}

/** `limitMinutes`: the clinic's limit. The color is solid only beyond this limit. */
export function getWaitingTimer(minutes: number, limitMinutes: number) {
  const late: TimerColor = minutes > limitMinutes ? 'over' : 'red'
  const color: TimerColor = COLOR_LIMITS.find(([, limit]) => minutes <= limit)?.[0] ?? late
  return { label: formatMinutes(minutes), color }
}

function formatMinutes(minutes: number) {
  if (minutes < 1) return '< 1 min'
  return minutes === 1 ? '1 min' : `${minutes} mins`
}

type Requeued = Pick<Patient, 'status' | 'requeueReason' | 'hold' | 'journey'>

export function formatRequeue({ status, requeueReason, hold, journey }: Requeued, now: string) {
  if (status !== 'requeue' || requeueReason === null) return null
  if (hold === null || isOnHold({ hold }, now)) return requeueReason
  if (hold.kind !== 'timed') return `${requeueReason}, is back`
  const since = findLast(journey, 'requeue')
  return `${requeueReason}, back after ${since ? minutesWaited(since, hold.until) : 0} min`
}

/** Describes how a patient returns. Null if the hold is over or only Back ends it. */
export function formatHold({ hold }: Pick<Patient, 'hold'>, now: string) {
  if (hold === null || !isOnHold({ hold }, now)) return null
  if (hold.kind === 'timed') {
    const restMs = Date.parse(hold.until) - Date.parse(now)
    return `Returns in ${Math.max(1, Math.ceil((restMs - CLOCK_LAG_MS) / MINUTE_MS))} min`
  }
  return hold.callsLeft ? `Returns after ${pluralize(hold.callsLeft, 'call')}` : null
}

/** Returns the ISO instant of a patient's last step of this kind, or null. */
export function findLast(
  journey: Patient['journey'],
  action: Patient['journey'][number]['action'],
) {
  return journey.findLast(entry => entry.action === action)?.timestamp ?? null
}
