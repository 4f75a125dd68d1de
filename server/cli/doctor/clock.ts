import type { Inspection } from '#db/connection/inspect'
import { BUILD } from '../../config/version.ts'
import { lookAt, ok } from './finding.ts'

const ABOUT = 'clock'
const SET_IT = 'Set the clock (Linux: timedatectl set-ntp true), then start the program anew.'
/** Two clocks are never quite the same, and a row may have come from this very second. */
const TOLERATED_MS = 60_000

/** A mini PC with an empty battery wakes up years ago, and hands out yesterday's numbers. */
export function examineClock(
  now: Date,
  seen: Pick<Inspection, 'newest'> | null,
  builtAt = BUILD.builtAt,
) {
  const told = now.toISOString()
  const isBefore = (instant: string | null | undefined) =>
    instant != null && now.getTime() < Date.parse(instant) - TOLERATED_MS
  if (isBefore(builtAt)) {
    return lookAt(ABOUT, `it says ${told}, and this program was built ${builtAt}`, SET_IT)
  }
  if (isBefore(seen?.newest)) {
    return lookAt(ABOUT, `it says ${told}, and the newest entry is of ${seen?.newest}`, SET_IT)
  }
  return ok(ABOUT, told)
}
