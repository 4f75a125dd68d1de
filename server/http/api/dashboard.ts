import { Hono } from 'hono'
import { MAX_TV_HISTORY } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { toCallJson } from '#domain/events'
import {
  getCallHistory,
  getCallsAfter,
  getCurrentCall,
  getTvCallsAfter,
} from '../../queries/queue.ts'
import { getShownCalls } from '../../queries/shown-calls.ts'
import { getStats } from '../../queries/stats.ts'
import { getGettingStarted } from '../../queries/system/getting-started.ts'
import { getNotices } from '../../queries/system/notices.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, isDisplay, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { callsQuery, currentCallQuery } from '../schemas/calls.ts'
import { toStaffJson, toTvHistoryJson, toTvJson } from '../tv-json.ts'

export const dashboard = new Hono<AppEnv>()
  .use(requireSession)
  .get('/notices', requireAdmin, async c => c.json(await getNotices(c.var.app)))
  .get('/getting-started', requireAdmin, async c => c.json(await getGettingStarted(c.var.app)))
  .get('/stats', async c => c.json(await getStats(c.var.app)))
  .get('/current-call', validate('query', currentCallQuery), async c => {
    const current = await getCurrentCall(c.var.app)
    if (isDisplay(c)) return c.json(current && toTvJson(current, DEFAULT_TV_OPTIONS))
    return c.json(current && toStaffJson(current))
  })
  .get('/history', c =>
    isDisplay(c)
      ? cachedJson(c, "displays' history", async () =>
          toTvHistoryJson(await getCallHistory(c.var.app), DEFAULT_TV_OPTIONS),
        )
      : cachedJson(c, 'history', async () => (await getCallHistory(c.var.app)).map(toStaffJson)),
  )
  .get('/shown-calls', validate('query', currentCallQuery), async c =>
    c.json(await getShownCalls(c.var.app, DEFAULT_TV_OPTIONS, MAX_TV_HISTORY)),
  )
  .get('/receipts', c => c.json(c.var.app.tv.receipts.list()))
  .get('/calls', validate('query', callsQuery), async c => {
    const { after } = c.req.valid('query')
    const calls = isDisplay(c)
      ? getTvCallsAfter(c.var.app, after, DEFAULT_TV_OPTIONS)
      : getCallsAfter(c.var.app, after)
    return c.json((await calls).map(toCallJson))
  })
