import { letGoWhoEnded } from '../actions/drop-ended-sessions.ts'
import type { Options } from '../config/config.ts'
import type { Clinic } from '../context.ts'
import { describe } from '../observability/log.ts'
import { openBus } from './redis-relay.ts'

/** As often as a screen without live events asks. */
const LOOKS_EVERY_MS = 2_000
const LOOKS_BETWEEN_CHECKS = 30

/**
 * Makes one clinic of several machines: what is said at one is heard at all. While they do not reach one
 * another each has its own screens look again and again, so that they stay right all the same.
 */
export function joinMachines(clinic: Clinic, { redisUrl = '' }: Pick<Options, 'redisUrl'>) {
  const { live, log } = clinic
  const bus = openBus(live, { redisUrl, name: nameOf(clinic), log })
  clinic.isCutOff = bus.isCutOff
  let looks = 0

  async function look() {
    const mayHaveMissed = bus.mayHaveMissed()
    const isDue = ++looks % LOOKS_BETWEEN_CHECKS === 0
    if (mayHaveMissed || isDue) await letGoWhoEnded(clinic)
    if (mayHaveMissed) live.greetAnew()
  }

  setInterval(() => {
    look().catch(cause => log('warn', 'listeners were not looked after', describe(cause)))
  }, LOOKS_EVERY_MS)
}

/** One broker may serve several clinics; whoever has the same database has the same key. */
function nameOf({ cookieSecret }: Clinic) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update('name of the machines')
  return `clinic-queue:${made.digest('hex').slice(0, 16)}`
}
