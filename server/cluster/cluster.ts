import { describeError, type Log } from '../observability/log.ts'
import type { Channel } from '../realtime/channel.ts'
import { createFailureStore, type FailureStore } from '../security/login-throttle.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from '../security/rate-limit.ts'

const CHECK_INTERVAL_MS = 2_000
const CHECKS_PER_CLEANUP = 30

export type Cluster = {
  /** Null if there are no other machines. */
  areOthersReached(): boolean | null
  createLimiter(name: string, limit: RateLimit): RateLimiter
  failures: FailureStore
  start(dropEndedSessions: () => Promise<void>): void
}

type Options = {
  channel: Channel
  log: Log
  redisUrl: string
  secret: string
}

export function createSingleMachine(): Cluster {
  return {
    areOthersReached: () => null,
    createLimiter: (_, limit) => createRateLimiter(limit),
    failures: createFailureStore(),
    start() {},
  }
}

/** While Redis is unreachable, each machine makes its clients refetch and counts its own limits. */
export async function joinCluster({ channel, log, redisUrl, secret }: Options): Promise<Cluster> {
  const { createRedisRelay } = await import('./redis-relay.ts')
  const { openSharedLimits } = await import('./shared-limits.ts')
  const relay = createRedisRelay(channel, { redisUrl, name: getChannelName(secret), log })
  return {
    ...openSharedLimits({ redisUrl, secret, log }),
    areOthersReached: () => !relay.isDisconnected(),

    start(dropEndedSessions) {
      let checks = 0

      async function check() {
        const mayHaveMissed = relay.mayHaveMissed()
        const isDue = ++checks % CHECKS_PER_CLEANUP === 0
        if (mayHaveMissed || isDue) await dropEndedSessions()
        if (mayHaveMissed) channel.resyncAll()
      }

      setInterval(() => {
        check().catch(cause => log('warn', 'subscriber session check failed', describeError(cause)))
      }, CHECK_INTERVAL_MS)
    },
  }
}

/** One Redis may serve several clinics. Machines with the same database have the same secret. */
function getChannelName(secret: string) {
  const hash = new Bun.CryptoHasher('sha256', secret).update('name of the machines').digest('hex')
  return `clinic-queue:${hash.slice(0, 16)}`
}
