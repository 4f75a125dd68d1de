import { DomainError } from '#domain/errors'

const MAX_KEYS = 10_000

export type RateLimit = { max: number; windowMs: number }

export type RateLimiter = {
  /** `now` and the result are in ms; 0 means allowed. */
  consume(key: string, now: number): number | Promise<number>
}

/** A window begins with a key's first use. Rejected uses do not count. */
export function createRateLimiter({ max, windowMs }: RateLimit) {
  const windows = new Map<string, { startedAt: number; count: number }>()

  function getWindow(key: string, now: number) {
    const window = windows.get(key)
    // A start in the future means that the clock was set back.
    const isCurrent = window && window.startedAt <= now && now - window.startedAt < windowMs
    return isCurrent ? window : { startedAt: now, count: 0 }
  }

  return {
    consume(key: string, now: number) {
      const window = getWindow(key, now)
      if (window.count >= max) return window.startedAt + windowMs - now
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

export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > MAX_KEYS) map.delete(oldest)
}
