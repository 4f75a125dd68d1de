import type { Log } from '../observability/log.ts'
import { describeError } from '../observability/log.ts'
import type { Channel } from './channel.ts'
import { createRedisRelay } from './redis-relay.ts'

/** As often as a screen without live events polls. */
const CHECK_INTERVAL_MS = 2_000
const CHECKS_PER_CLEANUP = 30

type Options = {
  live: Channel
  log: Log
  redisUrl: string
  /** The same for all processes of one clinic, and for no other's. */
  secret: string
}

export type Cluster = ReturnType<typeof createCluster>

/** Relays events between the processes of one clinic. While Redis is unreachable, each makes its clients refetch. */
export function createCluster({ live, log, redisUrl, secret }: Options) {
  const relay = createRedisRelay(live, { redisUrl, name: getChannelName(secret), log })

  /** `dropEndedSessions` disconnects clients whose session ended in another process. */
  function start(dropEndedSessions: () => Promise<void>) {
    let checks = 0

    async function check() {
      const mayHaveMissed = relay.mayHaveMissed()
      const isDue = ++checks % CHECKS_PER_CLEANUP === 0
      if (mayHaveMissed || isDue) await dropEndedSessions()
      if (mayHaveMissed) live.resyncAll()
    }

    setInterval(() => {
      check().catch(cause => log('warn', 'subscriber session check failed', describeError(cause)))
    }, CHECK_INTERVAL_MS)
  }

  return { isDisconnected: relay.isDisconnected, start }
}

/** One Redis may serve several clinics; processes with the same database have the same secret. */
function getChannelName(secret: string) {
  const hash = new Bun.CryptoHasher('sha256', secret).update('name of the machines').digest('hex')
  return `clinic-queue:${hash.slice(0, 16)}`
}
