import { Hono } from 'hono'
import { z } from 'zod'
import { parseBackupName } from '#domain/backups/backups'
import { deleteBackup, startBackup, startRestore } from '../../actions/backups.ts'
import { getBackupStatus, getStore } from '../../queries/backups.ts'
import { getActor, recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import { requiredTextField } from '../schemas/fields.ts'

const backupParam = z.object({
  name: z
    .string()
    .max(100)
    .refine(name => parseBackupName(name) !== null),
})

const restoreForm = z.object({ password: requiredTextField('Password is required', 1000) })

export const backups = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getBackupStatus(c.var.app)))

  .post('/', async c => {
    await startBackup(c.var.app)
    c.set('audited', { action: 'backup started' })
    return c.json({ success: true }, 202)
  })

  .get('/:name/file', validate('param', backupParam), async c => {
    const { name } = c.req.valid('param')
    await recordAudit(c, { action: 'backup downloaded', subject: name })
    const { fileName, bytes, content } = await getStore(c.var.app).openDownload(name)
    return c.body(toStream(content), 200, {
      'content-type': 'application/octet-stream',
      ...(bytes === null ? {} : { 'content-length': String(bytes) }),
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    })
  })

  .post(
    '/:name/restore',
    validate('param', backupParam),
    validate('json', restoreForm),
    async c => {
      const { app, session } = c.var
      const input = { ...c.req.valid('param'), ...c.req.valid('json'), by: getActor(c) }
      await startRestore(app, session, input)
      c.set('audited', { action: 'restore started', subject: input.name })
      return c.json({ success: true }, 202)
    },
  )

  .delete('/:name', validate('param', backupParam), async c => {
    const { name } = c.req.valid('param')
    await deleteBackup(c.var.app, name)
    c.set('audited', { action: 'backup deleted', subject: name })
    return c.json({ success: true })
  })

/** Begins when it is read, and not for HEAD. Ends the iterator, too, when the browser gives up. */
function toStream(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  }
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
}
