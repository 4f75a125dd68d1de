import { Hono } from 'hono'
import { z } from 'zod'
import { BYTE_ORDER_MARK, toLine } from '#domain/reports/visits-csv'
import type { App } from '../../context.ts'
import { readAudit, readWholeAudit } from '../../queries/audit.ts'
import { recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { dayField, idField, textField } from '../schemas/fields.ts'
import { streamChunks } from '../stream-chunks.ts'

const COLUMNS = ['at', 'user', 'address', 'action', 'subject', 'detail']

const auditQuery = z.object({
  from: dayField('from'),
  to: dayField('to'),
  user: textField('user must be a text').optional(),
  action: textField('action must be a text').optional(),
  before: idField.optional(),
})

export const audit = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', validate('query', auditQuery), async c => {
    const query = c.req.valid('query')
    await recordAudit(c, { action: 'audit read', subject: `${query.from} to ${query.to}` })
    return c.json(await readAudit(c.var.app, query))
  })

  .get('/entries.csv', validate('query', auditQuery), async c => {
    const query = c.req.valid('query')
    const { from, to } = query
    await recordAudit(c, { action: 'audit exported', subject: `${from} to ${to}` })
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', `attachment; filename="audit-${from}-${to}.csv"`)
    const assertAllowed = () => c.var.app.read(c.var.recheck)
    return c.body(streamChunks(formatAudit(c.var.app, query), assertAllowed))
  })

async function* formatAudit(app: App, query: z.infer<typeof auditQuery>) {
  yield BYTE_ORDER_MARK + toLine(COLUMNS)
  for await (const entries of readWholeAudit(app, query)) {
    const lines = entries.map(({ at, username, address, action, subject, detail }) =>
      toLine([at, ...[username, address, action, subject, detail].map(text => text ?? '')]),
    )
    yield lines.join('')
  }
}
