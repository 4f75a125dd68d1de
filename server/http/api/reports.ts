import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { BYTE_ORDER_MARK, formatVisit, toLine, VISITS_HEADER } from '#domain/reports/visits-csv'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../../context.ts'
import {
  eachDay,
  listVisits,
  mayReadReports,
  type Period,
  readReport,
  tryDay,
} from '../../queries/reports.ts'
import { recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { periodQuery, reportQuery } from '../schemas/reports.ts'
import { streamChunks } from '../stream-chunks.ts'

const requireReader = createMiddleware<AppEnv>(async (c, next) => {
  await assertReader(c.var.app, c.var.session.user)
  await next()
})

async function assertReader(app: App, user: Pick<SignedInUser, 'role'>) {
  if (await mayReadReports(app, user)) return
  throw new DomainError('Only an administrator may do this', { status: 403 })
}

export const reports = new Hono<AppEnv>()
  .use(requireSession, requireReader)

  .get('/', validate('query', reportQuery), async c => {
    return c.json(await readReport(c.var.app, c.req.valid('query')))
  })

  .get('/visits.csv', validate('query', periodQuery), async c => {
    const { app } = c.var
    const { from, to } = c.req.valid('query')
    await recordAudit(c, { action: 'visits exported', subject: `${from} to ${to}` })
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', `attachment; filename="visits-${from}-${to}.csv"`)
    const assertAllowed = async () => assertReader(app, await app.read(c.var.recheck))
    return c.body(streamChunks(formatVisits(app, { from, to }), assertAllowed))
  })

/** A day at a time, so that ten years need no more memory than one day. */
async function* formatVisits(app: App, period: Period) {
  yield BYTE_ORDER_MARK + VISITS_HEADER
  for await (const day of eachDay(app, period)) {
    const lines = await tryDay(app, day, async () => {
      const visits = await listVisits(app, day)
      return visits.map(({ patient, visit }) => formatVisit(patient, visit, app.config.timeZone))
    })
    yield lines?.join('') ?? toLine([day, 'could not be read'])
  }
}
