import { Hono } from 'hono'
import { callsQuery, currentCallQuery } from '#clinic/forms'
import { lookAtCalls, lookAtCurrentCall, lookAtHistory, lookAtStats } from '../actions/look.ts'
import { type Door, signedIn } from './guard.ts'
import { validate } from './validate.ts'

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
