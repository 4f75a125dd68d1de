import { dropEndedSessions } from '../actions/drop-ended-sessions.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { createRedisRelay } from './redis-relay.ts'

const CHECK_INTERVAL_MS = 2_000
const CHECKS_PER_CLEANUP = 30

/** Relays events between processes. While Redis is unreachable, each process makes its clients refetch. */
export function joinCluster(app: App, { redisUrl = '' }: Pick<Config, 'redisUrl'>) {
  const { live, log } = app
  const relay = createRedisRelay(live, { redisUrl, name: getClusterName(app), log })
  app.isDisconnected = relay.isDisconnected
  let checks = 0

  async function check() {
    const mayHaveMissed = relay.mayHaveMissed()
    const isDue = ++checks % CHECKS_PER_CLEANUP === 0
    if (mayHaveMissed || isDue) await dropEndedSessions(app)
    if (mayHaveMissed) live.resyncAll()
  }

  setInterval(() => {
    check().catch(cause => log('warn', 'subscriber session check failed', describeError(cause)))
  }, CHECK_INTERVAL_MS)
}

/** One Redis may serve several clinics; processes with the same database have the same cookie secret. */
function getClusterName({ cookieSecret }: App) {
  const hash = new Bun.CryptoHasher('sha256', cookieSecret).update('name of the machines')
  return `clinic-queue:${hash.digest('hex').slice(0, 16)}`
}
