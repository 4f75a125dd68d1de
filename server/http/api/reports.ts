import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { stream } from 'hono/streaming'
import { DomainError } from '#domain/errors'
import { BYTE_ORDER_MARK, formatVisit, VISITS_HEADER } from '#domain/reports/visits-csv'
import { eachDay, listVisits, mayReadReports, readReport } from '../../queries/reports.ts'
import { recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { periodQuery, reportQuery } from '../schemas/reports.ts'

const requireReader = createMiddleware<AppEnv>(async (c, next) => {
  const { app, session } = c.var
  if (await mayReadReports(app, session.user)) return next()
  throw new DomainError('Only an administrator may do this', { status: 403 })
})

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
    // A day at a time, so that ten years need no more memory than one day.
    return stream(c, async output => {
      await output.write(BYTE_ORDER_MARK + VISITS_HEADER)
      for await (const day of eachDay(app, { from, to })) {
        const visits = await listVisits(app, day)
        const lines = visits.map(({ patient, visit }) =>
          formatVisit(patient, visit, app.config.timeZone),
        )
        await output.write(lines.join(''))
        if (output.aborted) return
      }
    })
  })
