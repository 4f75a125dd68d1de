import type { Inspection } from '#db/connection/inspect'
import { BUILD } from '../../config/version.ts'
import { ok, problem } from './finding.ts'

const TOPIC = 'clock'
const ADVICE = 'Set the clock (Linux: timedatectl set-ntp true), then start the program anew.'
/** Two clocks are never quite the same, and a row may have come from this very second. */
const TOLERANCE_MS = 60_000

/** A mini PC with an empty battery wakes up years ago, and hands out yesterday's numbers. */
export function checkClock(
  now: Date,
  seen: Pick<Inspection, 'newest'> | null,
  builtAt = BUILD.builtAt,
) {
  const told = now.toISOString()
  const isBefore = (instant: string | null | undefined) =>
    instant != null && now.getTime() < Date.parse(instant) - TOLERANCE_MS
  if (isBefore(builtAt)) {
    return problem(TOPIC, `it says ${told}, and this program was built ${builtAt}`, ADVICE)
  }
  if (isBefore(seen?.newest)) {
    return problem(TOPIC, `it says ${told}, and the newest entry is of ${seen?.newest}`, ADVICE)
  }
  return ok(TOPIC, told)
}
