import { getWaitStart, type Patient } from '#domain/patients/patient'
import { isOnHold } from '#domain/queue/lists'
import { pluralize } from '#domain/text'
import { MINUTE_MS } from '#domain/time'

/** A desk's clock ticks every 5 s: 120 minutes are not shown as 121. */
const CLOCK_LAG_MS = 10_000

/** Whoever has been away so long is named on the desk. */
export const LONG_AWAY_MINUTES = 60

export type TimerColor = 'green' | 'yellow' | 'orange' | 'red' | 'over'

const COLOR_LIMITS: [TimerColor, number][] = [
  ['green', 10],
  ['yellow', 20],
  ['orange', 30],
]

/** Whole minutes between two ISO instants; 0 when a clock was set back. */
export function minutesWaited(since: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / MINUTE_MS))
}

/** Null if the patient does not wait for medicine. */
export function getDispensedAt({ readyForDispensary, journey }: Patient) {
  return readyForDispensary ? findLast(journey, 'dispensary') : null
}

/** Whoever waits for medicine waits since Dispense. */
export function getWaitingMinutes(patient: Patient, now: string) {
  return minutesWaited(getDispensedAt(patient) ?? getWaitStart(patient), now)
}

/** `limitMinutes` is the clinic's own; only beyond it is the color solid. */
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

/** Why a patient was requeued, and how a hold that is over has ended. */
export function formatRequeue({ status, requeueReason, hold, journey }: Requeued, now: string) {
  if (status !== 'requeue' || requeueReason === null) return null
  if (hold === null || isOnHold({ hold }, now)) return requeueReason
  if (hold.kind !== 'timed') return `${requeueReason}, is back`
  const since = findLast(journey, 'requeue')
  return `${requeueReason}, back after ${since ? minutesWaited(since, hold.until) : 0} min`
}

/** How a patient comes back; null if nothing holds them any more, or only Back ends it. */
export function formatHold({ hold }: Pick<Patient, 'hold'>, now: string) {
  if (hold === null || !isOnHold({ hold }, now)) return null
  if (hold.kind === 'timed') {
    const restMs = Date.parse(hold.until) - Date.parse(now)
    return `Returns in ${Math.max(1, Math.ceil((restMs - CLOCK_LAG_MS) / MINUTE_MS))} min`
  }
  return hold.callsLeft ? `Returns after ${pluralize(hold.callsLeft, 'call')}` : null
}

/** When a patient's last step of this kind was, as an ISO instant. */
export function findLast(
  journey: Patient['journey'],
  action: Patient['journey'][number]['action'],
) {
  return journey.findLast(entry => entry.action === action)?.timestamp ?? null
}
