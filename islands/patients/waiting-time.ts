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
