import { DomainError } from '#domain/errors'

/** More than a person ever has under way; many computers behind one address share it. */
const MAX_WAITING = 3

type Attempt = () => Promise<unknown>

type Attempter = { key: string; isKnown: boolean }

/** Each failure counts before the next attempt. Addresses take turns, so no flood blocks others. */
export function createAttemptQueue() {
  const known = new Map<string, Attempt[]>()
  const strangers = new Map<string, Attempt[]>()
  let isRunning = false

  async function runAll() {
    isRunning = true
    for (let next = takeNext(); next; next = takeNext()) await next()
    isRunning = false
  }

  const takeNext = () => takeFirst(known) ?? takeFirst(strangers)

  return function run<T>({ key, isKnown }: Attempter, work: () => Promise<T>): Promise<T> {
    const lanes = isKnown ? known : strangers
    const lane = lanes.get(key) ?? []
    if (lane.length >= MAX_WAITING) {
      const sentence = 'Too many attempts at once. Please try again.'
      throw new DomainError(sentence, { status: 429, retryAfterSeconds: 1 })
    }
    lanes.set(key, lane)
    const { promise, resolve } = Promise.withResolvers<T>()
    lane.push(() => {
      const result = work()
      resolve(result)
      return result.catch(() => {})
    })
    if (!isRunning) void runAll()
    return promise
  }
}

function takeFirst(lanes: Map<string, Attempt[]>) {
  for (const [key, [first, ...others]] of lanes) {
    lanes.delete(key)
    if (others.length > 0) lanes.set(key, others)
    return first
  }
}
