import { MINUTE_MS } from '#domain/time'
import { type RateLimit, type RateLimiter, refuseTooMany } from './rate-limit.ts'

type Rate = RateLimit & { sentence: string }

const perMinute = (max: number, sentence: string): Rate => ({ max, windowMs: MINUTE_MS, sentence })

/** Far above the use of a busy clinic, and far below a number that would slow its desks. */
export const RATES = {
  /** Registrations and retries of one kiosk. */
  kiosk: perMinute(30, 'This kiosk sends too many requests. Please wait a moment.'),
  /** Receipts and heartbeats of one TV. */
  'TV reports': perMinute(60, 'This TV sends too many reports. Please wait a moment.'),
  /** Rooms, queues, users, TVs, programs and media that one user adds. */
  additions: perMinute(100, 'You have added very many things. Please wait a minute.'),
  /** Registrations, numbers that come back, and refusals of one program. */
  programs: perMinute(300, 'This program sends too many requests. Please wait a moment.'),
  /** Starts of a TV display by one user. */
  screens: perMinute(10, 'You have started very many displays. Please wait a minute.'),
  /** Each list of appointments replaces up to a thousand rows. */
  lists: perMinute(30, 'You have sent very many lists. Please wait a minute.'),
  /** Reports and exports that one user or program reads. */
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
