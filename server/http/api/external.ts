import { Hono } from 'hono'
import { getSecondsLeftOfDay } from '#domain/time'
import type { App } from '../../context.ts'
import { getPrayerTimes, getWeather } from '../../queries/external.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { locationQuery } from '../schemas/location.ts'

const PRAYER_TIMES_MAX_AGE_S = 60 * 60

export const prayerTimes = new Hono<AppEnv>()
  .use(requireSession)
  .get('/', validate('query', locationQuery), async c => {
    c.header('cache-control', cacheControlForToday(c.var.app))
    return c.json(await getPrayerTimes(c.var.app, c.req.valid('query')))
  })

export const weather = new Hono<AppEnv>()
  .use(requireSession)
  .get('/', validate('query', locationQuery), async c =>
    c.json(await getWeather(c.var.app, c.req.valid('query'))),
  )

/** Never beyond midnight, because tomorrow has other times. */
function cacheControlForToday({ now, config }: App) {
  const seconds = Math.min(PRAYER_TIMES_MAX_AGE_S, getSecondsLeftOfDay(now(), config.timeZone))
  return `private, max-age=${seconds}`
}
