import type { Log } from '../observability/log.ts'
import { createRateLimiter } from '../security/rate-limit.ts'

type Kind = 'socket' | 'stream'
type Reason = keyof typeof MESSAGES

export const RETRY_AFTER_S = 30
const MAX_LOGGED = 1_000
/** The most bytes that may wait for a client. A client with more is disconnected. */
export const MAX_BACKLOG_BYTES = 1024 * 1024

const MESSAGES = {
  tooMany: 'connection rejected: too many',
  tooFrequent: 'connection rejected: too frequent',
  malformed: 'connection closed: malformed message',
  flood: 'connection closed: too many messages',
  stalled: 'connection closed: client does not read',
  unknownEvent: 'event ignored: unknown name',
}

export function createConnectionLimiter(
  limits: LiveLimits = LIVE_LIMITS,
  log: Log = () => {},
  proxies: readonly string[] = [],
) {
  const open = new Map<string, number>()
  const attempts = createRateLimiter({ max: limits.perAddressAndMinute, windowMs: 60_000 })
  const logged = new Set<string>()

  function acquire(kind: Kind, address: string) {
    const key = `${kind} ${address}`
    const count = open.get(key) ?? 0
    if (count >= limits.perAddress) return reject('tooMany', address)
    if (attempts.consume(key, performance.now()) > 0) return reject('tooFrequent', address)
    open.set(key, count + 1)
    let isReleased = false
    return function release() {
      if (isReleased) return
      isReleased = true
      const remaining = (open.get(key) ?? 1) - 1
      if (remaining > 0) open.set(key, remaining)
      else open.delete(key)
    }
  }

  function reject(reason: Reason, address: string) {
    logOnce(reason, address)
    return null
  }

  function logOnce(reason: Reason, address: string) {
    const key = `${reason} ${address}`
    if (logged.has(key)) return
    if (logged.size >= MAX_LOGGED) logged.clear()
    logged.add(key)
    log('warn', MESSAGES[reason], { address })
  }

  return { limits, proxies, acquire, logOnce }
}

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>

export const LIVE_LIMITS = {
  /** Behind a proxy a whole clinic may have one address. */
  perAddress: 200,
  perAddressAndMinute: 600,
  /** One session is one browser or one TV. Its newest streams stay open. */
  streamsPerSession: 12,
  /** One join is enough, and a second one follows a sign-out. */
  joinsPerConnection: 10,
  packetsPerMinute: 300,
  unknownEvents: 20,
  /** A long-polling client that does not fetch its messages fills the memory. */
  unreadMessages: 1_000,
}

export type LiveLimits = typeof LIVE_LIMITS
