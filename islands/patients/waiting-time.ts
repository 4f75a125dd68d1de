export type TimerColour = 'green' | 'yellow' | 'orange' | 'red'

const UP_TO_MINUTES: [TimerColour, number][] = [
  ['green', 10],
  ['yellow', 20],
  ['orange', 30],
]

/** Whole minutes between two ISO instants; 0 when a clock was set back. */
export function minutesWaited(since: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 60_000))
}

export function waitingTimer(minutes: number) {
  const colour = UP_TO_MINUTES.find(([, limit]) => minutes <= limit)?.[0] ?? 'red'
  return { label: label(minutes), colour }
}

function label(minutes: number) {
  if (minutes < 1) return '< 1 min'
  return minutes === 1 ? '1 min' : `${minutes} mins`
}
