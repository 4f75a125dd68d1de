const FREE_FAILURES = 5
export const LONGEST_WAIT_MS = 30_000
const FAILURES_ARE_FORGOTTEN_AFTER_MS = 15 * 60_000

/** What is remembered of failed sign-ins, of one username or of one address. */
export type Failures = { count: number; lastAt: number }

export function afterFailure(before: Failures | undefined, now: number): Failures {
  return { count: (isFresh(before, now) ? before.count : 0) + 1, lastAt: now }
}

/** Milliseconds until the next try is heard: none up to five failures, then 1 s, 2 s, 4 s ... 30 s. */
export function waitBeforeNextTry(failures: Failures | undefined, now: number) {
  if (!isFresh(failures, now) || failures.count < FREE_FAILURES) return 0
  const wait = Math.min(1000 * 2 ** (failures.count - FREE_FAILURES), LONGEST_WAIT_MS)
  return Math.max(0, failures.lastAt + wait - now)
}

/** One of the future was remembered by a clock that was ahead; kept, it would lock out until then. */
function isFresh(failures: Failures | undefined, now: number): failures is Failures {
  if (failures === undefined || failures.lastAt > now) return false
  return now - failures.lastAt < FAILURES_ARE_FORGOTTEN_AFTER_MS
}
