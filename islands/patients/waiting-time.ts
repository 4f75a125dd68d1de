import type { Patient } from '#domain/patients/patient'
import { pluralize } from '#domain/text'

/** A desk's clock ticks every 5 s: 120 minutes are not shown as 121. */
const CLOCK_LAG_MS = 10_000

export type TimerColor = 'green' | 'yellow' | 'orange' | 'red'

const COLOR_LIMITS: [TimerColor, number][] = [
  ['green', 10],
  ['yellow', 20],
  ['orange', 30],
]

/** Whole minutes between two ISO instants; 0 when a clock was set back. */
export function minutesWaited(since: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 60_000))
}

export function getWaitingTimer(minutes: number) {
  const color = COLOR_LIMITS.find(([, limit]) => minutes <= limit)?.[0] ?? 'red'
  return { label: formatMinutes(minutes), color }
}

function formatMinutes(minutes: number) {
  if (minutes < 1) return '< 1 min'
  return minutes === 1 ? '1 min' : `${minutes} mins`
}

export function formatHold({ hold }: Pick<Patient, 'hold'>, now: string) {
  if (hold === null) return null
  if (hold.kind !== 'timed') {
    if (hold.callsLeft === 0) return 'Is back'
    return hold.callsLeft ? `Returns after ${pluralize(hold.callsLeft, 'call')}` : null
  }
  const restMs = Date.parse(hold.until) - Date.parse(now)
  if (restMs <= 0) return 'Is back'
  return `Returns in ${Math.max(1, Math.ceil((restMs - CLOCK_LAG_MS) / 60_000))} min`
}
