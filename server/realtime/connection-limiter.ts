import type { Log } from '../observability/log.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { createGauge, createOncePerKey } from './counters.ts'
import { LIVE_LIMITS, type LiveLimits } from './limits.ts'

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
