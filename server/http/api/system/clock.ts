import { Hono } from 'hono'
import { z } from 'zod'
import { isDay } from '#domain/time'
import { confirmDate } from '../../../actions/system/cleanup.ts'
import { getClock } from '../../../queries/system/clock.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { validate } from '../../middleware/validation.ts'
import { perform } from '../../perform.ts'

const confirmForm = z.object({ day: z.string().refine(isDay, 'Enter a day') })

export const clock = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getClock(c.var.app)))

  .post('/confirm', validate('json', confirmForm), c =>
    perform(c, async tx => {
      const { day } = c.req.valid('json')
      const body = await confirmDate(tx, c.var.app, day)
      return { body, audit: { action: 'date confirmed', subject: day } }
    }),
  )
