import { createAttemptQueue } from './attempt-queue.ts'
import { keepNewest, refuseTooMany } from './rate-limit.ts'

export const FREE_FAILURES = 5
/** A user has these over all addresses, and an address over all users. */
export const FREE_FAILURES_OVERALL = 100
/** An address has these during an attack elsewhere, so that a user can sign in at a new place. */
export const FREE_FAILURES_AT_NEW_ADDRESS = 2
export const MAX_WAIT_MS = 30_000
export const FAILURE_TTL_MS = 15 * 60_000

export type Failures = { count: number; lastAt: number }

export type FailureCount = {
  key: string
  free: number
  /** This count is not looked at while the other has fewer failures than `below`. */
  unless?: { key: string; below: number }
}

export type FailureStore = {
  find(key: string, now: number): Promise<Failures | undefined>
  add(key: string, now: number): Promise<unknown>
  clear(key: string): Promise<unknown>
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

export function createLoginThrottle(failures: FailureStore = createFailureStore()) {
  const runInTurn = createAttemptQueue()

  /** A `check` that returns null is a failure. `address` is null for a known attempter. */
  async function attempt<T>(
    { counts, address = null }: { counts: FailureCount[]; address?: string | null },
    now: number,
    check: () => Promise<T | null>,
  ) {
    await assertNotThrottled(counts, now)
    const key = address ?? counts[0]?.key ?? ''
    return runInTurn({ key, isKnown: address === null }, async () => {
      await assertNotThrottled(counts, now)
      const result = await check()
      const save = result === null ? failures.add : failures.clear
      await Promise.all(counts.map(count => save(count.key, now)))
      return result
    })
  }

  async function assertNotThrottled(counts: FailureCount[], now: number) {
    const waits = await Promise.all(counts.map(count => getWait(count, now)))
    const msToWait = Math.max(...waits)
    const seconds = Math.ceil(msToWait / 1000)
    const sentence = `Too many failed attempts. Please wait ${seconds} s and try again.`
    refuseTooMany(msToWait, sentence)
  }

  async function getWait({ key, free, unless }: FailureCount, now: number) {
    const others = unless && (await failures.find(unless.key, now))
    if (unless && (isFresh(others, now) ? others.count : 0) < unless.below) return 0
    return getWaitMs(await failures.find(key, now), now, free)
  }

  return { attempt }
}

export function createFailureStore(): FailureStore {
  const failures = new Map<string, Failures>()
  return {
    find: async key => failures.get(key),
    add: async (key, now) => keepNewest(failures, key, addFailure(failures.get(key), now)),
    clear: async key => failures.delete(key),
  }
}

export function addFailure(previous: Failures | undefined, now: number): Failures {
  return { count: (isFresh(previous, now) ? previous.count : 0) + 1, lastAt: now }
}

export function getWaitMs(failures: Failures | undefined, now: number, free: number) {
  if (!isFresh(failures, now) || failures.count < free) return 0
  const wait = Math.min(1000 * 2 ** (failures.count - free), MAX_WAIT_MS)
  return Math.max(0, failures.lastAt + wait - now)
}

/** A failure in the future means that the clock was set back; it must not lock anyone out. */
function isFresh(failures: Failures | undefined, now: number): failures is Failures {
  if (failures === undefined || failures.lastAt > now) return false
  return now - failures.lastAt < FAILURE_TTL_MS
}
