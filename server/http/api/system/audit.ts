import { Hono } from 'hono'
import { z } from 'zod'
import { formatHeader } from '#domain/reports/csv'
import type { App } from '../../../context.ts'
import { readAudit, readAuditLines } from '../../../queries/audit.ts'
import { recordAudit } from '../../audit.ts'
import { sendCsv } from '../../downloads.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { limitRate } from '../../middleware/rate-limit.ts'
import { validate } from '../../middleware/validation.ts'
import { dayField, idField, textField } from '../../schemas/fields.ts'
import { separatorField } from '../../schemas/reports.ts'

const COLUMNS = ['at', 'user', 'address', 'action', 'subject', 'detail']

const auditQuery = z.object({
  from: dayField('from'),
  to: dayField('to'),
  user: textField('user must be a text').optional(),
  action: textField('action must be a text').optional(),
  before: idField.optional(),
})

const entriesQuery = auditQuery.extend({ separator: separatorField })

export const audit = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', validate('query', auditQuery), async c => {
    const query = c.req.valid('query')
    await recordAudit(c, { action: 'audit read', subject: `${query.from} to ${query.to}` })
    return c.json(await readAudit(c.var.app, query))
  })

  .get('/entries.csv', limitRate('reports'), validate('query', entriesQuery), async c => {
    const query = c.req.valid('query')
    const { from, to, separator } = query
    await recordAudit(c, { action: 'audit exported', subject: `${from} to ${to}` })
    return sendCsv(c, {
      fileName: `audit-${from}-${to}.csv`,
      separator,
      chunks: formatAudit(c.var.app, query),
      assertAllowed: async () => void (await c.var.app.read(c.var.recheck)),
    })
  })

async function* formatAudit(app: App, { separator, ...query }: z.infer<typeof entriesQuery>) {
  yield formatHeader(COLUMNS, separator)
  yield* readAuditLines(app, { ...query, separator })
}
