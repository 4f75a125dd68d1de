import { AsyncLocalStorage } from 'node:async_hooks'
import { TOO_LATE } from '#domain/deadline'
import { DomainError } from '#domain/errors'
import { addFailure, type Failures, getCount } from './failures.ts'
import { keepNewest } from './rate-limit.ts'

/** More than a person ever has under way; many computers behind one address share it. */
const MAX_WAITING = 3
const MAX_STRANGERS = 1_000
/** Who mistyped or gave up once still comes before those who guess. */
const FREE_FAILURES = 1
/** A clinic's own network has some typing errors, too. */
const FREE_FAILURES_OF_NETWORK = 5
/** More than the failures of a quarter of an hour. */
const MANY = 1_000_000

/** The network is of strangers, whose lane is their address; null for the known. */
export type Lane = { key: string; network: string | null }
type Attempter = { lane: Lane; isWanted(at: number): boolean }
type Waiting = {
  start(): Promise<void>
  isWanted(at: number): boolean
  drop(cause: unknown): void
}
type Entry = { lane: Lane; waiting: Waiting[] }
type Lanes = Map<string, Entry>

/**
 * Runs one attempt at a time: of guesses sent all at once each counts before the next, and the
 * computer hashes one password. The known take turns and go first. Of strangers the address with
 * the fewest failures goes first, then the network with the fewest, then the newest: a crowd that
 * waits already does not delay somebody new.
 */
export function createAttemptQueue(now: () => number) {
  const known: Lanes = new Map()
  const strangers: Lanes = new Map()
  const ranks = createRanks(now)
  let isRunning = false

  async function runAll() {
    isRunning = true
    for (let next = takeNext(); next; next = takeNext()) await next.start()
    isRunning = false
  }

  function takeNext() {
    for (const lanes of [known, strangers]) {
      for (const entry of lanes.values()) dropUnwanted(lanes, entry)
    }
    const [key] = known.keys()
    if (key !== undefined) return takeFrom(known, key)
    const first = findStranger((rank, lowest) => rank <= lowest)
    // A success clears it.
    if (first) ranks.addFailure(first)
    return first && takeFrom(strangers, first.key)
  }

  function dropUnwanted(lanes: Lanes, { lane, waiting }: Entry) {
    const at = now()
    const wanted = waiting.filter(one => one.isWanted(at))
    if (wanted.length === waiting.length) return
    const tooLate = new DomainError(TOO_LATE, { status: 408 })
    for (const one of waiting) if (!wanted.includes(one)) one.drop(tooLate)
    // Giving up and coming again must be no way to the front.
    ranks.addFailure(lane)
    if (wanted.length > 0) lanes.set(lane.key, { lane, waiting: wanted })
    else lanes.delete(lane.key)
  }

  function findStranger(isBetter: (rank: number, best: number) => boolean) {
    const at = now()
    let found: { lane: Lane; rank: number } | undefined
    for (const { lane } of strangers.values()) {
      const rank = ranks.get(lane, at)
      if (!found || isBetter(rank, found.rank)) found = { lane, rank }
    }
    return found?.lane
  }

  function dropLastStranger() {
    const last = findStranger((rank, highest) => rank > highest)
    if (!last) return
    for (const { drop } of strangers.get(last.key)?.waiting ?? []) drop(tooManyError())
    strangers.delete(last.key)
    ranks.addFailure(last)
  }

  return function run<T>(
    { lane, isWanted }: Attempter,
    work: () => Promise<T | null>,
  ): Promise<T | null> {
    const lanes = lane.network === null ? known : strangers
    const before = lanes.get(lane.key)
    if (before) dropUnwanted(lanes, before)
    const waiting = lanes.get(lane.key)?.waiting ?? []
    if (waiting.length >= MAX_WAITING) throw tooManyError()
    const { promise, resolve, reject } = Promise.withResolvers<T | null>()
    // Another request may be the one that runs this.
    const inOwnContext = AsyncLocalStorage.snapshot()
    async function start() {
      try {
        const result = await inOwnContext(work)
        if (result !== null) ranks.clear(lane)
        resolve(result)
      } catch (cause) {
        reject(cause)
      }
    }
    const added = { start, isWanted, drop: reject }
    lanes.set(lane.key, { lane, waiting: [...waiting, added] })
    if (strangers.size > MAX_STRANGERS) dropLastStranger()
    if (!isRunning) void runAll()
    return promise
  }
}

/** The lower goes first: the failures of the lane, then those of its network. */
function createRanks(now: () => number) {
  const failures = new Map<string, Failures>()
  const getKeys = ({ key, network }: Lane) => [key, `in ${network}`] as const
  return {
    get(lane: Lane, at: number) {
      const [own, ofNetwork] = getKeys(lane).map(key => getCount(failures.get(key), at))
      const least = Math.max(FREE_FAILURES_OF_NETWORK, ofNetwork ?? 0)
      return Math.max(FREE_FAILURES, own ?? 0) * MANY + least
    },
    addFailure(lane: Lane) {
      for (const key of getKeys(lane)) {
        keepNewest(failures, key, addFailure(failures.get(key), now()))
      }
    },
    clear(lane: Lane) {
      for (const key of getKeys(lane)) failures.delete(key)
    },
  }
}

/** What else waits in the lane goes behind the others. */
function takeFrom(lanes: Lanes, key: string) {
  const entry = lanes.get(key)
  lanes.delete(key)
  const [first, ...waiting] = entry?.waiting ?? []
  if (entry && waiting.length > 0) lanes.set(key, { ...entry, waiting })
  return first
}

function tooManyError() {
  const sentence = 'Too many attempts at once. Please try again.'
  return new DomainError(sentence, { status: 429, retryAfterSeconds: 1 })
}
