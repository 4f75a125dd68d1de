import { Hono } from 'hono'
import { z } from 'zod'
import { parseBackupName } from '#domain/backups/backups'
import {
  assertMayRestore,
  deleteBackup,
  startBackup,
  startRestore,
} from '../../../actions/system/backups.ts'
import { getBackupStatus, getStore } from '../../../queries/backups.ts'
import { recordAudit, recordWrongPassword } from '../../audit.ts'
import { streamChunks } from '../../downloads.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { validate } from '../../middleware/validation.ts'
import { perform, performPrepared } from '../../perform.ts'
import { passwordField } from '../../schemas/fields.ts'

const backupParam = z.object({
  name: z
    .string()
    .max(100)
    .refine(name => parseBackupName(name) !== null),
})

const restoreForm = z.object({ password: passwordField('Password is required') })

export const backups = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getBackupStatus(c.var.app)))

  .post('/', c =>
    perform(c, async () => {
      getStore(c.var.app).assertIdle()
      const after = () => startBackup(c.var.app)
      return { body: { success: true }, status: 202, audit: { action: 'backup started' }, after }
    }),
  )

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

  .post('/:name/restore', validate('param', backupParam), validate('json', restoreForm), c => {
    const { app, session } = c.var
    const { name } = c.req.valid('param')
    const { password } = c.req.valid('json')
    return performPrepared(
      c,
      () =>
        assertMayRestore(app, session, { name, password }).catch(cause =>
          recordWrongPassword(c, { action: 'restore refused', subject: name }, cause),
        ),
      async ({ by }) => {
        getStore(app).assertIdle()
        const audit = { action: 'restore started', subject: name } as const
        const after = () => startRestore(app, name, by)
        return { body: { success: true }, status: 202, audit, after }
      },
    )
  })

  .delete('/:name', validate('param', backupParam), c =>
    perform(c, async () => {
      const { name } = c.req.valid('param')
      await deleteBackup(c.var.app, name)
      return { body: { success: true }, audit: { action: 'backup deleted', subject: name } }
    }),
  )
