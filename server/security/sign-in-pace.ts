import { DomainError } from '#domain/errors'
import { afterFailure, type Failures, waitBeforeNextTry } from './sign-in-pace-rule.ts'

const MOST_REMEMBERED = 10_000

export type SignInPace = ReturnType<typeof openSignInPace>

/**
 * Slows down guessing, by username and by address. Tries take turns, so that many at once cannot slip
 * through together; a try that has to wait is refused before any password is looked at.
 */
export function openSignInPace() {
  const failures = new Map<string, Failures>()
  let last: Promise<unknown> = Promise.resolve()

  /** Runs `check`; null counts as a failure of each of `keys`, an answer clears them. */
  async function paced<T>(keys: string[], now: number, check: () => Promise<T | null>) {
    refuseTooEarly(keys, now)
    const turn = last.then(async () => {
      refuseTooEarly(keys, now)
      const answer = await check()
      for (const key of keys) cached(key, answer === null, now)
      return answer
    })
    last = turn.catch(() => {})
    return turn
  }

  function refuseTooEarly(keys: string[], now: number) {
    const wait = Math.max(...keys.map(key => waitBeforeNextTry(failures.get(key), now)))
    if (wait === 0) return
    const retryAfterSeconds = Math.ceil(wait / 1000)
    const sentence = `Too many failed attempts. Please wait ${retryAfterSeconds} s and try again.`
    throw new DomainError(sentence, { status: 429, retryAfterSeconds })
  }

  function cached(key: string, hasFailed: boolean, now: number) {
    const before = failures.get(key)
    failures.delete(key)
    if (hasFailed) failures.set(key, afterFailure(before, now))
    const [oldest] = failures.keys()
    if (oldest !== undefined && failures.size > MOST_REMEMBERED) failures.delete(oldest)
  }

  return { paced }
}
