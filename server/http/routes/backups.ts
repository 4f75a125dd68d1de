import { Hono } from 'hono'
import {
  beginBackUp,
  beginRestore,
  deleteBackup,
  findBackup,
  lookAtBackups,
} from '../../actions/backups.ts'
import { backupParam, restoreForm } from '../../forms/forms.ts'
import { adminOnly, type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'

export const backups = new Hono<Door>()
  .use(signedIn, adminOnly)

  .get('/', async c => c.json(await lookAtBackups(c.var.clinic)))

  .post('/', c => {
    beginBackUp(c.var.clinic)
    return c.json({ success: true }, 202)
  })

  .get('/:name/file', validate('param', backupParam), async c => {
    const { name, file } = await findBackup(c.var.clinic, c.req.valid('param').name)
    return c.body(file.stream(), 200, {
      'content-type': 'application/x-tar',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    })
  })

  .post(
    '/:name/restore',
    validate('param', backupParam),
    jsonOnly,
    validate('json', restoreForm),
    async c => {
      const { clinic, session } = c.var
      await beginRestore(clinic, session, { ...c.req.valid('param'), ...c.req.valid('json') })
      return c.json({ success: true }, 202)
    },
  )

  .delete('/:name', validate('param', backupParam), async c => {
    await deleteBackup(c.var.clinic, c.req.valid('param').name)
    return c.json({ success: true })
  })
