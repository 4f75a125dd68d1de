import { Hono } from 'hono'
import { z } from 'zod'
import { isDay } from '#domain/time'
import { confirmDate } from '../../actions/clock.ts'
import { getClock } from '../../queries/system/clock.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'

const confirmForm = z.object({ day: z.string().refine(isDay, 'Enter a day') })

export const clock = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getClock(c.var.app)))

  .post('/confirm', validate('json', confirmForm), async c => {
    const { day } = c.req.valid('json')
    const confirmed = await confirmDate(c.var.app, day)
    c.set('audited', { action: 'date confirmed', subject: day })
    return c.json(confirmed)
  })
