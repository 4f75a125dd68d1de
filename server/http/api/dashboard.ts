import { Hono } from 'hono'
import { hideDiscreetName } from '#domain/display/tv-patient'
import { toPatientJson } from '#domain/patients/patient-json'
import { getCallHistory, getCallsAfter, getCurrentCall } from '../../queries/queue.ts'
import { getStats } from '../../queries/stats.ts'
import { getGettingStarted } from '../../queries/system/getting-started.ts'
import { getNotices } from '../../queries/system/notices.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { getPublicUrl } from '../public-url.ts'
import { callsQuery, currentCallQuery } from '../schemas/calls.ts'

export const dashboard = new Hono<AppEnv>()
  .use(requireSession)
  .get('/notices', requireAdmin, async c => c.json(await getNotices(c.var.app)))
  .get('/getting-started', requireAdmin, async c =>
    c.json(await getGettingStarted(c.var.app, path => getPublicUrl(c, path))),
  )
  .get('/stats', async c => c.json(await getStats(c.var.app)))
  .get('/current-call', validate('query', currentCallQuery), async c => {
    const current = await getCurrentCall(c.var.app)
    return c.json(current && toPatientJson(hideDiscreetName(current)))
  })
  .get('/history', c =>
    cachedJson(c, 'history', async () =>
      (await getCallHistory(c.var.app)).map(hideDiscreetName).map(toPatientJson),
    ),
  )
  .get('/receipts', c => c.json(c.var.app.tv.receipts.list()))
  .get('/calls', validate('query', callsQuery), async c =>
    c.json(await getCallsAfter(c.var.app, c.req.valid('query').after)),
  )
