import { keepNewest, refuseTooMany } from './rate-limit.ts'

const FREE_FAILURES = 5
export const LONGEST_WAIT_MS = 30_000
export const FAILURES_ARE_FORGOTTEN_AFTER_MS = 15 * 60_000

/** What is remembered of failed attempts, of one username or of one address. */
export type Failures = { count: number; lastAt: number }

export type FailureStore = {
  find(key: string, now: number): Promise<Failures | undefined>
  add(key: string, now: number): Promise<unknown>
  forget(key: string): Promise<unknown>
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/**
 * Slows down guessing, by username and by address. Attempts take turns, so that many at once cannot slip
 * through together; one that has to wait is refused before any password is looked at.
 */
export function createLoginThrottle(failures: FailureStore = createFailureStore()) {
  let last: Promise<unknown> = Promise.resolve()

  /** Runs `check`; null counts as a failure of each of `keys`, any other result clears them. */
  async function attempt<T>(keys: string[], now: number, check: () => Promise<T | null>) {
    await refuseTooEarly(keys, now)
    const turn = last.then(async () => {
      await refuseTooEarly(keys, now)
      const result = await check()
      const hasFailed = result === null
      await Promise.all(
        keys.map(key => (hasFailed ? failures.add(key, now) : failures.forget(key))),
      )
      return result
    })
    last = turn.catch(() => {})
    return turn
  }

  async function refuseTooEarly(keys: string[], now: number) {
    const found = await Promise.all(keys.map(key => failures.find(key, now)))
    const msToWait = Math.max(...found.map(one => waitBeforeAttempt(one, now)))
    const seconds = Math.ceil(msToWait / 1000)
    const sentence = `Too many failed attempts. Please wait ${seconds} s and try again.`
    refuseTooMany(msToWait, sentence)
  }

  return { attempt }
}

/** Remembers failures in memory. */
export function createFailureStore(): FailureStore {
  const failures = new Map<string, Failures>()
  return {
    find: async key => failures.get(key),
    add: async (key, now) => keepNewest(failures, key, afterFailure(failures.get(key), now)),
    forget: async key => failures.delete(key),
  }
}

export function afterFailure(before: Failures | undefined, now: number): Failures {
  return { count: (isFresh(before, now) ? before.count : 0) + 1, lastAt: now }
}

/** Milliseconds until the next attempt: none up to five failures, then 1 s, 2 s, 4 s ... 30 s. */
export function waitBeforeAttempt(failures: Failures | undefined, now: number) {
  if (!isFresh(failures, now) || failures.count < FREE_FAILURES) return 0
  const wait = Math.min(1000 * 2 ** (failures.count - FREE_FAILURES), LONGEST_WAIT_MS)
  return Math.max(0, failures.lastAt + wait - now)
}

/** One of the future was remembered by a clock that was ahead; kept, it would lock out until then. */
function isFresh(failures: Failures | undefined, now: number): failures is Failures {
  if (failures === undefined || failures.lastAt > now) return false
  return now - failures.lastAt < FAILURES_ARE_FORGOTTEN_AFTER_MS
}
