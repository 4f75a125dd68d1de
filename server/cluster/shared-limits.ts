import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '../observability/log.ts'
import {
  createFailureStore,
  FAILURE_TTL_MS,
  type FailureStore,
} from '../security/login-throttle.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from '../security/rate-limit.ts'
import { createRedisClient } from './redis-relay.ts'

const PING_INTERVAL_MS = 500
const TIMEOUT_MS = 1_500

/** Failures expire after the last failure, but the library's script keeps the first expiry. */
const INCREMENT_AND_RENEW = `
local count = redis.call('incrby', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[2])
return {count, ARGV[2] * 1000}`

type Options = {
  redisUrl: string
  secret: string
  log: Log
}

export function openSharedLimits({ redisUrl, secret, log }: Options) {
  const { client, onUnavailable } = connect(redisUrl, log)
  const redis = { storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true }

  /** Keeps usernames and addresses out of Redis, and separates clinics that share one Redis. */
  function hashKey(key: string) {
    return new Bun.CryptoHasher('sha256', secret).update(`limit of ${key}`).digest('hex')
  }

  /** Replaces the library's `insuranceLimiter`, which logs nothing and keeps any number of keys. */
  async function orAlone<T>(shared: Promise<T>, alone: () => T | Promise<T>) {
    return shared.catch(() => {
      onUnavailable()
      return alone()
    })
  }

  function createSharedLimiter(name: string, limit: RateLimit): RateLimiter {
    const local = createRateLimiter(limit)
    const shared = new RateLimiterRedis({
      ...redis,
      keyPrefix: `clinic-queue:${name}`,
      points: limit.max,
      duration: limit.windowMs / 1000,
    })
    return {
      consume(key, now) {
        const wait = shared.consume(hashKey(key)).then(() => 0, getWait)
        return orAlone(wait, () => local.consume(key, now))
      },
    }
  }

  function createSharedFailureStore(): FailureStore {
    const local = createFailureStore()
    const shared = new RateLimiterRedis({
      ...redis,
      keyPrefix: 'clinic-queue:failures',
      points: 1,
      duration: FAILURE_TTL_MS / 1000,
      customIncrTtlLuaScript: INCREMENT_AND_RENEW,
    })
    return {
      find(key, now) {
        const found = shared.get(hashKey(key)).then(stored => {
          const age = FAILURE_TTL_MS - (stored?.msBeforeNext ?? 0)
          return stored ? { count: stored.consumedPoints, lastAt: now - age } : undefined
        })
        return orAlone(found, () => local.find(key, now))
      },
      add: (key, now) => orAlone<unknown>(shared.penalty(hashKey(key)), () => local.add(key, now)),
      async clear(key) {
        await local.clear(key)
        await shared.delete(hashKey(key)).catch(onUnavailable)
      },
    }
  }

  return { createLimiter: createSharedLimiter, failures: createSharedFailureStore() }
}

function getWait(cause: unknown) {
  if (cause instanceof RateLimiterRes) return cause.msBeforeNext
  throw cause
}

function connect(url: string, log: Log) {
  const client = createRedisClient(url, { pingInterval: PING_INTERVAL_MS, timeout: TIMEOUT_MS })
  let isUnavailable = false
  client.on('error', onUnavailable)
  client.on('ready', () => {
    if (isUnavailable) log('info', 'rate limits shared again')
    isUnavailable = false
  })
  client.connect().catch(onUnavailable)

  function onUnavailable() {
    if (!isUnavailable) log('warn', 'rate limits not shared: Redis unavailable')
    isUnavailable = true
  }

  return { client, onUnavailable }
}
