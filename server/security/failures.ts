import { keepNewest } from './rate-limit.ts'

export const MAX_WAIT_MS = 30_000
export const FAILURE_TTL_MS = 15 * 60_000

export type Failures = { count: number; lastAt: number }

export type FailureStore = {
  find(key: string, now: number): Promise<Failures | undefined>
  add(key: string, now: number): Promise<unknown>
  clear(key: string): Promise<unknown>
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
  return { count: getCount(previous, now) + 1, lastAt: now }
}

/** Ignores failures in the future, because the clock was set back and must not lock users out. */
export function getCount(failures: Failures | undefined, now: number) {
  if (failures === undefined || failures.lastAt > now) return 0
  return now - failures.lastAt < FAILURE_TTL_MS ? failures.count : 0
}

export function getWaitMs(failures: Failures | undefined, now: number, free: number) {
  const count = getCount(failures, now)
  if (failures === undefined || count < free) return 0
  const wait = Math.min(1000 * 2 ** (count - free), MAX_WAIT_MS)
  return Math.max(0, failures.lastAt + wait - now)
}
