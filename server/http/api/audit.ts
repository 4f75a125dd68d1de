import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { BYTE_ORDER_MARK, toLine } from '#domain/reports/visits-csv'
import { readAudit, readWholeAudit } from '../../queries/audit.ts'
import { recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { dayField, idField, textField } from '../schemas/fields.ts'

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
    return stream(c, async output => {
      await output.write(BYTE_ORDER_MARK + toLine(COLUMNS))
      for await (const entries of readWholeAudit(c.var.app, query)) {
        const lines = entries.map(({ at, username, address, action, subject, detail }) =>
          toLine([at, ...[username, address, action, subject, detail].map(text => text ?? '')]),
        )
        await output.write(lines.join(''))
        if (output.aborted) return
      }
    })
  })
