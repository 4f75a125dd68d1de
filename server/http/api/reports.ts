import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { type CsvSeparator, formatHeader, formatLine, listVisitsColumns } from '#domain/reports/csv'
import type { Period } from '#domain/reports/period'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../../context.ts'
import { hasHadQueues } from '../../queries/queue.ts'
import { mayReadReports, readReport, readVisitLines } from '../../queries/reports.ts'
import { recordAudit } from '../audit.ts'
import { sendCsv } from '../downloads.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { validate } from '../middleware/validation.ts'
import { reportQuery, visitsQuery } from '../schemas/reports.ts'

const requireReader = createMiddleware<AppEnv>(async (c, next) => {
  await assertReader(c.var.app, c.var.session.user)
  await next()
})

async function assertReader(app: App, user: Pick<SignedInUser, 'role'>) {
  if (await mayReadReports(app, user)) return
  throw new DomainError('Only an administrator may do this', { status: 403 })
}

export const reports = new Hono<AppEnv>()
  .use(requireSession, requireReader, limitRate('reports'))

  .get('/', validate('query', reportQuery), async c => {
    return c.json(await readReport(c.var.app, c.req.valid('query'), c.req.raw.signal))
  })

  .get('/visits.csv', validate('query', visitsQuery), async c => {
    const { app } = c.var
    const { from, to, separator } = c.req.valid('query')
    await recordAudit(c, { action: 'visits exported', subject: `${from} to ${to}` })
    return sendCsv(c, {
      fileName: `visits-${from}-${to}.csv`,
      separator,
      chunks: formatVisits(app, { from, to }, separator),
      assertAllowed: async () => assertReader(app, await app.read(c.var.recheck)),
    })
  })

async function* formatVisits(app: App, period: Period, separator: CsvSeparator) {
  const hasQueues = await hasHadQueues(app)
  yield formatHeader(listVisitsColumns(hasQueues), separator)
  for await (const days of readVisitLines(app, { ...period, separator, hasQueues })) {
    yield days.map(one => ('value' in one ? one.value : formatUnread(one.day, separator))).join('')
  }
}

const formatUnread = (day: string, separator: CsvSeparator) =>
  formatLine([day, 'could not be read'], separator)
