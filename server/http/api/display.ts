import { Hono } from 'hono'
import { getSecondsLeftOfDay } from '#domain/time'
import type { App } from '../../context.ts'
import { getPrayerTimes } from '../../queries/prayer-times.ts'
import { getMedia, getSettings } from '../../queries/settings.ts'
import { getTextGroups, getTheme } from '../../queries/themes.ts'
import { getEstimates } from '../../queries/waiting/estimates.ts'
import { getWeather } from '../../queries/weather.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { locationQuery } from '../schemas/location.ts'

const PRAYER_TIMES_MAX_AGE_S = 60 * 60

export const display = new Hono<AppEnv>()
  .get('/display', requireSession, async c => c.json(await getMedia(c.var.app)))

  .get('/themes/active', requireSession, async c => c.json(getTheme(await getSettings(c.var.app))))

  .get('/text-groups/active', requireSession, async c =>
    c.json(getTextGroups(await getSettings(c.var.app))),
  )

  .get('/estimates', requireSession, async c => {
    const { queues: _, ...estimates } = await getEstimates(c.var.app)
    return c.json(estimates)
  })

  .get('/prayer-times', requireSession, validate('query', locationQuery), async c => {
    c.header('cache-control', cacheControlForToday(c.var.app))
    return c.json(await getPrayerTimes(c.var.app, c.req.valid('query')))
  })

  .get('/weather', requireSession, validate('query', locationQuery), async c =>
    c.json(await getWeather(c.var.app, c.req.valid('query'))),
  )

/** Caches until midnight at most, because tomorrow has other times. */
function cacheControlForToday({ now, config }: App) {
  const seconds = Math.min(PRAYER_TIMES_MAX_AGE_S, getSecondsLeftOfDay(now(), config.timeZone))
  return `private, max-age=${seconds}`
}
