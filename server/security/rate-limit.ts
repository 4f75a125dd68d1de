import { DomainError } from '#domain/errors'
import { MINUTE_MS } from '#domain/time'

const MAX_KEYS = 10_000

export type RateLimit = { max: number; windowMs: number }

export type RateLimiter = {
  /** `now` and the result are in ms. A result of 0 means allowed. */
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

type Rate = RateLimit & { sentence: string }

const perMinute = (max: number, sentence: string): Rate => ({ max, windowMs: MINUTE_MS, sentence })

/** Far above the use of a busy clinic, and far below a number that would slow its desks. */
export const RATES = {
  kiosk: perMinute(30, 'This kiosk sends too many requests. Please wait a moment.'),
  'TV reports': perMinute(60, 'This TV sends too many reports. Please wait a moment.'),
  additions: perMinute(100, 'You have added very many things. Please wait a minute.'),
  programs: perMinute(300, 'This program sends too many requests. Please wait a moment.'),
  screens: perMinute(10, 'You have started very many displays. Please wait a minute.'),
  /** Each list of appointments replaces up to a thousand rows. */
  lists: perMinute(30, 'You have sent very many lists. Please wait a minute.'),
  reports: perMinute(60, 'You have opened very many reports. Please wait a minute.'),
}

/** Two servers with different builds must not reload a TV all day. */
export const RELOAD_RATE = { max: 1, windowMs: 5 * MINUTE_MS }

export type RateName = keyof typeof RATES

/** `key` names the user or the device. The result throws a DomainError (429). */
export function createRates(
  createLimiter: (name: string, limit: RateLimit) => RateLimiter,
  now: () => string,
) {
  const create = (name: RateName) => [name, createLimiter(`rate of ${name}`, RATES[name])] as const
  // Safe: these are the keys of the object.
  const limiters = new Map((Object.keys(RATES) as RateName[]).map(create))
  return async (name: RateName, key: string) =>
    refuseTooMany(
      (await limiters.get(name)?.consume(key, Date.parse(now()))) ?? 0,
      RATES[name].sentence,
    )
}
