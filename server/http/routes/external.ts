import { Hono } from 'hono'
import { secondsLeftOfDay } from '#domain/time'
import type { Clinic } from '../../context.ts'
import { placeQuery } from '../../forms/forms.ts'
import { lookAtPrayerTimes, lookAtWeather } from '../../queries/external.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'

const PRAYER_TIMES_ARE_KEPT_SECONDS = 60 * 60

export const prayerTimes = new Hono<Door>()
  .use(signedIn)
  .get('/', validate('query', placeQuery), async c => {
    c.header('cache-control', keptToday(c.var.clinic))
    return c.json(await lookAtPrayerTimes(c.var.clinic, c.req.valid('query')))
  })

export const weather = new Hono<Door>()
  .use(signedIn)
  .get('/', validate('query', placeQuery), async c =>
    c.json(await lookAtWeather(c.var.clinic, c.req.valid('query'))),
  )

/** An hour, but never beyond midnight: tomorrow has other times. */
function keptToday({ now, timeZone }: Clinic) {
  const seconds = Math.min(PRAYER_TIMES_ARE_KEPT_SECONDS, secondsLeftOfDay(now(), timeZone))
  return `private, max-age=${seconds}`
}
