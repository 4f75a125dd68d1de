import { Hono } from 'hono'
import { callsQuery, currentCallQuery } from '../../forms/forms.ts'
import { lookAtCalls, lookAtCurrentCall, lookAtHistory, lookAtStats } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'

export const dashboard = new Hono<Door>()
  .use(signedIn)
  .get('/stats', async c => c.json(await lookAtStats(c.var.clinic)))
  .get('/current-call', validate('query', currentCallQuery), async c =>
    c.json(await lookAtCurrentCall(c.var.clinic)),
  )
  .get('/history', async c => c.json(await lookAtHistory(c.var.clinic)))
  .get('/calls', validate('query', callsQuery), async c =>
    c.json(await lookAtCalls(c.var.clinic, c.req.valid('query').after)),
  )
