import { MINUTE_MS } from '#domain/time'

/** Everyday corrections of a clock, such as by NTP, are smaller. */
const TOLERANCE_MS = 5 * MINUTE_MS

/** Returns a function for the ms since the last jump of the clock, or since the start. */
export function createSteadyTime(now: () => string, steadyNow = () => performance.now()) {
  const look = () => ({ steadyAt: steadyNow(), offsetMs: Date.parse(now()) - steadyNow() })
  let start = look()
  return () => {
    const seen = look()
    if (Math.abs(seen.offsetMs - start.offsetMs) > TOLERANCE_MS) start = seen
    return seen.steadyAt - start.steadyAt
  }
}
