import { Hono } from 'hono'
import { z } from 'zod'
import { parseBackupName } from '#domain/backups/backups'
import { deleteBackup, startBackup, startRestore } from '../../actions/backups.ts'
import { getBackupStatus, getStore } from '../../queries/backups.ts'
import { getActor, recordAudit } from '../middleware/audit.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import { recordWrongPassword } from '../refused-passwords.ts'
import { passwordField } from '../schemas/fields.ts'
import { streamChunks } from '../stream-chunks.ts'

const backupParam = z.object({
  name: z
    .string()
    .max(100)
    .refine(name => parseBackupName(name) !== null),
})

const restoreForm = z.object({ password: passwordField('Password is required') })

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
    const assertAllowed = () => c.var.app.read(c.var.recheck)
    return c.body(streamChunks(content, assertAllowed), 200, {
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
      await startRestore(app, session, input).catch(cause =>
        recordWrongPassword(c, { action: 'restore refused', subject: input.name }, cause),
      )
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
