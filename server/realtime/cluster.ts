import { dropEndedSessions } from '../actions/drop-ended-sessions.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { createRedisRelay } from './redis-relay.ts'

/** As often as a screen without live events asks. */
const CHECK_INTERVAL_MS = 2_000
const CHECKS_PER_CLEANUP = 30

/**
 * Makes one clinic of several machines: what is said at one is heard at all. While they do not reach one
 * another each has its own screens look again and again, so that they stay right all the same.
 */
export function joinCluster(app: App, { redisUrl = '' }: Pick<Config, 'redisUrl'>) {
  const { live, log } = app
  const relay = createRedisRelay(live, { redisUrl, name: getClusterName(app), log })
  app.isDisconnected = relay.isDisconnected
  let looks = 0

  async function look() {
    const mayHaveMissed = relay.mayHaveMissed()
    const isDue = ++looks % CHECKS_PER_CLEANUP === 0
    if (mayHaveMissed || isDue) await dropEndedSessions(app)
    if (mayHaveMissed) live.greetAnew()
  }

  setInterval(() => {
    look().catch(cause => log('warn', 'listeners were not looked after', describeError(cause)))
  }, CHECK_INTERVAL_MS)
}

/** One broker may serve several clinics; whoever has the same database has the same key. */
function getClusterName({ cookieSecret }: App) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update('name of the machines')
  return `clinic-queue:${made.digest('hex').slice(0, 16)}`
}
