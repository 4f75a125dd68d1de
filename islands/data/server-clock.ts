import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Answers tell the time by the second; smaller differences are the way of the answer itself. */
const TOLERANCE_MS = 2_000

let offsetMs = 0

/** Sets this browser's idea of the server's time: a desk or a TV may have a wrong clock of its own. */
export function syncClock(serverTime: string | null | undefined) {
  const at = Date.parse(serverTime ?? '')
  if (Number.isNaN(at)) return
  const difference = at - Date.now()
  if (Math.abs(difference - offsetMs) > TOLERANCE_MS) offsetMs = difference
}

/** The server's time, as ISO 8601 in UTC. */
export function serverNow() {
  return new Date(Date.now() + offsetMs).toISOString()
}

/** The time as a signal that starts with the server's own and then ticks while somebody watches. */
export function createTicker(first: string, everyMs: number) {
  const now = signal(first)

  function watch() {
    now.value = serverNow()
    const timer = setInterval(() => (now.value = serverNow()), everyMs)
    return () => clearInterval(timer)
  }

  return { now: now as ReadonlySignal<string>, watch }
}
