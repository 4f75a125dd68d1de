import { formatSpan } from '#domain/time'
import { createAttemptQueue, type Lane } from './attempt-queue.ts'
import { createFailureStore, type FailureStore, getCount, getWaitMs } from './failures.ts'
import { refuseTooMany } from './rate-limit.ts'

export const FREE_FAILURES = 5
/** A user has these over all addresses, and an address over all users. */
export const FREE_FAILURES_OVERALL = 100
/** An address has these during an attack elsewhere, so that a user can sign in at a new place. */
export const FREE_FAILURES_AT_NEW_ADDRESS = 2

type FailureCount = {
  key: string
  free: number
  /** It counts only while the other has at least so many failures. */
  onlyIfOther?: { key: string; hasAtLeast: number }
}

export type Attempter = {
  counts: FailureCount[]
  /** A stranger shares the lane of their address. Who is known waits for the own attempts only. */
  stranger?: Lane
  /** False once nobody waits for the answer; `at` is in ms since 1970. */
  isWanted?: (at: number) => boolean
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** `now` is in ms since 1970. */
export function createLoginThrottle(
  now: () => number,
  failures: FailureStore = createFailureStore(),
) {
  const runInTurn = createAttemptQueue(now)

  /** A `check` that returns null is a failure. */
  async function attempt<T>(
    { counts, stranger, isWanted = () => true }: Attempter,
    check: () => Promise<T | null>,
  ) {
    await assertNotThrottled(counts)
    const lane = stranger ?? { key: counts[0]?.key ?? '', network: null }
    return runInTurn({ lane, isWanted }, async () => {
      await assertNotThrottled(counts)
      const result = await check()
      const save = result === null ? failures.add : failures.clear
      await Promise.all(counts.map(count => save(count.key, now())))
      return result
    })
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
