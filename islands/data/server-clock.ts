import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Ignores smaller differences, because the Date header has whole seconds and network latency. */
const TOLERANCE_MS = 2_000

let offsetMs = 0

/** Follows the server's time, because the clock of a desk or TV may be wrong. */
export function syncClock(serverTime: string | null | undefined) {
  const serverMs = Date.parse(serverTime ?? '')
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - Date.now()
  if (Math.abs(difference - offsetMs) > TOLERANCE_MS) offsetMs = difference
}

/** Returns how far the server's clock is ahead of this device's clock, in ms. */
export function getClockOffset() {
  return offsetMs
}

export function serverNow() {
  return new Date(Date.now() + offsetMs).toISOString()
}

export function createTicker(initial: string, everyMs: number) {
  const now = signal(initial)

  function watch() {
    now.value = serverNow()
    const timer = setInterval(() => (now.value = serverNow()), everyMs)
    return () => clearInterval(timer)
  }

  return { now: now as ReadonlySignal<string>, watch }
}
