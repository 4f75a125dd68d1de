import { createClient } from '@redis/client'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '../observability/log.ts'
import {
  createFailureStore,
  FAILURES_ARE_FORGOTTEN_AFTER_MS,
  type FailureStore,
} from './login-throttle.ts'
import { type Allowance, createRateLimiter, type RateLimiter } from './rate-limit.ts'

const RECONNECT_AFTER_MS = 500
const PING_EVERY_MS = 500
/** Nobody who signs in waits longer than this for a Redis that hangs. */
const SILENT_IS_DEAD_MS = 1_500

/** The library's own script keeps the first expiry; failures are forgotten some time after the last one. */
const INCREMENT_AND_RENEW = `
local count = redis.call('incrby', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[2])
return {count, ARGV[2] * 1000}`

type Options = {
  redisUrl: string
  /** The same for all machines of one clinic, and for no other's. */
  secret: string
  log: Log
}

export type SharedLimits = ReturnType<typeof openSharedLimits>

/** Limits that count for all machines of a clinic, in Redis; while it is away, for this machine alone. */
export function openSharedLimits({ redisUrl, secret, log }: Options) {
  const { client, noteAway } = connect(redisUrl, log)
  const redis = { storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true }

  /** Redis learns no username and no address, and may serve several clinics. */
  function hashed(key: string) {
    return new Bun.CryptoHasher('sha256', secret).update(`limit of ${key}`).digest('hex')
  }

  function limiter(name: string, allowance: Allowance): RateLimiter {
    const local = createRateLimiter(allowance)
    const shared = new RateLimiterRedis({
      ...redis,
      keyPrefix: `clinic-queue:${name}`,
      points: allowance.most,
      duration: allowance.withinMs / 1000,
    })
    return {
      async consume(key, now) {
        try {
          await shared.consume(hashed(key))
          return 0
        } catch (cause) {
          if (cause instanceof RateLimiterRes) return cause.msBeforeNext
          noteAway()
          return local.consume(key, now)
        }
      },
    }
  }

  function failureStore(): FailureStore {
    const local = createFailureStore()
    const shared = new RateLimiterRedis({
      ...redis,
      keyPrefix: 'clinic-queue:failures',
      points: 1,
      duration: FAILURES_ARE_FORGOTTEN_AFTER_MS / 1000,
      customIncrTtlLuaScript: INCREMENT_AND_RENEW,
    })
    return {
      async find(key, now) {
        try {
          const found = await shared.get(hashed(key))
          const age = FAILURES_ARE_FORGOTTEN_AFTER_MS - (found?.msBeforeNext ?? 0)
          return found ? { count: found.consumedPoints, lastAt: now - age } : undefined
        } catch {
          noteAway()
          return local.find(key, now)
        }
      },
      async add(key, now) {
        try {
          await shared.penalty(hashed(key))
        } catch {
          noteAway()
          await local.add(key, now)
        }
      },
      async forget(key) {
        await local.forget(key)
        await shared.delete(hashed(key)).catch(noteAway)
      },
    }
  }

  return { limiter, failures: failureStore() }
}

/** A connection that comes back by itself. What goes wrong with it is told once, until it is back. */
function connect(url: string, log: Log) {
  const client = createClient({
    url,
    // What Redis cannot count at once is counted here.
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      reconnectStrategy: () => RECONNECT_AFTER_MS,
      connectTimeout: SILENT_IS_DEAD_MS,
      socketTimeout: SILENT_IS_DEAD_MS,
    },
  })
  let isAway = false
  client.on('error', noteAway)
  client.on('ready', () => {
    if (isAway) log('info', 'limits count for all machines again')
    isAway = false
  })
  client.connect().catch(noteAway)

  function noteAway() {
    if (!isAway) log('warn', 'limits count for this machine alone')
    isAway = true
  }

  return { client, noteAway }
}
