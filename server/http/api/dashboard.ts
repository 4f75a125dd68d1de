import { Hono } from 'hono'
import { MAX_TV_HISTORY } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { toCallJson } from '#domain/events'
import { getCallHistory, getCallsAfter, getCurrentCall } from '../../queries/queue.ts'
import { getShownCalls } from '../../queries/shown-calls.ts'
import { getStats } from '../../queries/stats.ts'
import { getGettingStarted } from '../../queries/system/getting-started.ts'
import { getNotices } from '../../queries/system/notices.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { callsQuery, currentCallQuery } from '../schemas/tv-devices.ts'
import { toStaffJson } from '../tv-json.ts'

export const dashboard = new Hono<AppEnv>()
  .use(requireSession)
  .get('/notices', requireAdmin, async c => c.json(await getNotices(c.var.app)))
  .get('/getting-started', requireAdmin, async c => c.json(await getGettingStarted(c.var.app)))
  .get('/stats', async c => c.json(await getStats(c.var.app)))
  .get('/current-call', validate('query', currentCallQuery), async c => {
    const current = await getCurrentCall(c.var.app)
    return c.json(current && toStaffJson(current))
  })
  .get('/history', c =>
    cachedJson(c, 'history', async () => (await getCallHistory(c.var.app)).map(toStaffJson)),
  )
  .get('/shown-calls', validate('query', currentCallQuery), async c =>
    c.json(await getShownCalls(c.var.app, DEFAULT_TV_OPTIONS, MAX_TV_HISTORY)),
  )
  .get('/receipts', c => c.json(c.var.app.tv.receipts.list()))
  .get('/calls', validate('query', callsQuery), async c =>
    c.json((await getCallsAfter(c.var.app, c.req.valid('query').after)).map(toCallJson)),
  )
