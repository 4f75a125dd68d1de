import { DomainError } from '#domain/errors'

const MOST_KEYS = 10_000

/** How often one key, such as an address or a connection, may do something. */
export type Allowance = { most: number; withinMs: number }

export type RateLimiter = {
  /** Counts one more; the milliseconds until it is allowed, 0 when it is now. `now` is milliseconds. */
  consume(key: string, now: number): number | Promise<number>
}

/** Counts in memory, in windows that begin with a key's first use. What is refused does not count. */
export function createRateLimiter({ most, withinMs }: Allowance) {
  const windows = new Map<string, { since: number; count: number }>()

  function windowOf(key: string, now: number) {
    const window = windows.get(key)
    // One of the future is from before the clock was set back; it would last until then.
    const isCurrent = window && window.since <= now && now - window.since < withinMs
    return isCurrent ? window : { since: now, count: 0 }
  }

  return {
    consume(key: string, now: number) {
      const window = windowOf(key, now)
      if (window.count >= most) return window.since + withinMs - now
      window.count++
      keepNewest(windows, key, window)
      return 0
    },
  }
}

export function refuseTooMany(msToWait: number, sentence: string) {
  if (msToWait <= 0) return
  throw new DomainError(sentence, { status: 429, retryAfterSeconds: Math.ceil(msToWait / 1000) })
}

/** Keeps a bounded number of keys: whoever invents ever new ones must not fill the memory. */
export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > MOST_KEYS) map.delete(oldest)
}
