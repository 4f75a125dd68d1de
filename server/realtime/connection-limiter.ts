import type { Log } from '../observability/log.ts'
import { createRateLimiter } from '../security/rate-limit.ts'

type Kind = 'socket' | 'stream'
type Reason = 'too many' | 'too often' | 'malformed' | 'flood' | 'stray events' | 'stalled'

export const RETRY_AFTER_S = 30

/** Lets live connections in, counts them, and says once of whom it had to refuse or let go. */
export function createConnectionLimiter(
  limits: LiveLimits = LIVE_LIMITS,
  log: Log = () => {},
  proxies: readonly string[] = [],
) {
  const present = createGauge()
  const arrivals = createRateLimiter({ most: limits.perAddressAndMinute, withinMs: 60_000 })
  const isNews = createOncePerKey()

  /** Null when he has to stay outside; else what to call when he leaves. */
  function enter(kind: Kind, address: string) {
    const name = `${kind} ${address}`
    if (present.of(name) >= limits.perAddress) return note('too many', address)
    if (arrivals.consume(name, performance.now()) > 0) return note('too often', address)
    return present.enter(name)
  }

  /** Once for each address and kind, or whoever floods the door would flood the log. */
  function note(trouble: Reason, address: string) {
    if (isNews(`${trouble} ${address}`))
      log('warn', 'a live connection was refused', { trouble, address })
    return null
  }

  return { limits, proxies, enter, note }
}

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>

/** How much of the live channel one browser, or one address, can use up. */
export type LiveLimits = {
  /** Live connections of one kind (sockets, event streams) at a time. Behind a proxy a whole clinic is one address. */
  perAddress: number
  /** New connections of one kind. */
  perAddressAndMinute: number
  /** Event streams of one session, which is one browser or one TV: the newest stay. */
  streamsPerSession: number
  /** Joins of one connection: one is enough, a second one follows a sign-out. */
  joinsPerConnection: number
  /** Packets that one connection may send: a heartbeat is two a minute. */
  packetsPerMinute: number
  /** Events that nobody here listens for, on one connection. */
  strayEvents: number
  /** Messages kept for a long-polling client that does not ask for them. */
  unreadMessages: number
}

/** Far above what a clinic needs, far below what would hurt it. */
export const LIVE_LIMITS: LiveLimits = {
  perAddress: 200,
  perAddressAndMinute: 600,
  streamsPerSession: 12,
  joinsPerConnection: 10,
  packetsPerMinute: 300,
  strayEvents: 20,
  unreadMessages: 1_000,
}

const MAX_KEYS = 1_000

/** How many are here at this moment, by name. */
export function createGauge() {
  const counts = new Map<string, number>()

  return {
    of: (name: string) => counts.get(name) ?? 0,
    /** Counts one more; whoever leaves calls what is returned, once or more often. */
    enter(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        const left = (counts.get(name) ?? 1) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
  }
}

/** True the first time for each name; it forgets them all before they become very many. */
export function createOncePerKey() {
  const known = new Set<string>()
  return (name: string) => {
    if (known.has(name)) return false
    if (known.size >= MAX_KEYS) known.clear()
    known.add(name)
    return true
  }
}
