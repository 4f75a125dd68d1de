import { createMutex } from '#db/connection/mutex'
import { DomainError } from '#domain/errors'
import { formatSpan, TOO_LATE } from '#domain/time'
import { keepNewest, refuseTooMany } from './rate-limit.ts'

export const FREE_FAILURES = 5
/** Free failures of a user over all addresses, and of an address over all users. */
export const FREE_FAILURES_OVERALL = 100
/** Free failures of an address during an attack elsewhere, so users can sign in at a new place. */
export const FREE_FAILURES_AT_NEW_ADDRESS = 2
/** One attempt is checked and three wait. Computers behind one address share these places. */
const MAX_AT_ONCE = 4

export const MAX_WAIT_MS = 30_000
export const FAILURE_TTL_MS = 15 * 60_000

type FailureCount = {
  key: string
  free: number
  /** Counts only while the other key has at least this many failures. */
  onlyIfOther?: { key: string; hasAtLeast: number }
}

export type Attempter = {
  counts: FailureCount[]
  /** The address of a browser where the user has not signed in before. */
  stranger?: string
  /** False once nobody waits for the answer. `at` is in ms since 1970. */
  isWanted?: (at: number) => boolean
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/**
 * Checks one attempt at a time, so each guess counts before the next guess, and the computer does
 * not hash many passwords at once. Strangers have a separate mutex, so known browsers do not wait
 * for guesses of strangers. `now` is in ms since 1970.
 */
export function createLoginThrottle(
  now: () => number,
  failures: FailureStore = createFailureStore(),
) {
  const inTurn = createMutex()
  const inTurnOfStrangers = createMutex()
  const atOnce = new Map<string, number>()

  /** A `check` that returns null is a failure. */
  async function attempt<T>(
    { counts, stranger, isWanted = () => true }: Attempter,
    check: () => Promise<T | null>,
  ) {
    await assertNotThrottled(counts)
    const run = stranger === undefined ? inTurn : inTurnOfStrangers
    return limitAtOnce(stranger ?? counts[0]?.key ?? '', () =>
      run(async () => {
        if (!isWanted(now())) throw new DomainError(TOO_LATE, { status: 408 })
        await assertNotThrottled(counts)
        const result = await check()
        const save = result === null ? failures.add : failures.clear
        await Promise.all(counts.map(count => save(count.key, now())))
        return result
      }),
    )
  }

  async function limitAtOnce<T>(key: string, work: () => Promise<T>) {
    const others = atOnce.get(key) ?? 0
    if (others >= MAX_AT_ONCE) refuseTooMany(1_000, 'Too many attempts at once. Please try again.')
    atOnce.set(key, others + 1)
    try {
      return await work()
    } finally {
      const left = (atOnce.get(key) ?? 0) - 1
      if (left > 0) atOnce.set(key, left)
      else atOnce.delete(key)
    }
  }

  async function assertNotThrottled(counts: FailureCount[]) {
    const waits = await Promise.all(counts.map(getWait))
    const msToWait = Math.max(...waits)
    const wait = formatSpan(Math.ceil(msToWait / 1000) * 1000)
    const sentence = `Too many failed attempts. Please wait ${wait} and try again.`
    refuseTooMany(msToWait, sentence)
  }

  async function getWait({ key, free, onlyIfOther: other }: FailureCount) {
    const others = other && (await failures.find(other.key, now()))
    if (other && getCount(others, now()) < other.hasAtLeast) return 0
    return getWaitMs(await failures.find(key, now()), now(), free)
  }

  return { attempt }
}

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
