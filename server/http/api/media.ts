import { Hono } from 'hono'
import { DomainError } from '#domain/errors'
import { UPLOAD_MAX_BYTES } from '#domain/media/media'
import { addLink, deleteMedia, uploadImage } from '../../actions/media.ts'
import { TOO_LARGE_MESSAGE } from '../../actions/new-media.ts'
import { getMedia, getMediaItem } from '../../queries/settings.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitBody } from '../middleware/body-limit.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { linkForm, uploadForm } from '../schemas/media.ts'
import { sendMedia } from '../send-media.ts'

export const UPLOAD_PATH = '/api/media/upload'

const FORM_OVERHEAD_BYTES = 64 * 1024

const limitUpload = limitBody(
  UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES,
  () => new DomainError(TOO_LARGE_MESSAGE, { status: 413, field: 'file' }),
)

export const media = new Hono<AppEnv>()
  .use(requireSession, idempotent)

  .get('/', async c => c.json(await getMedia(c.var.app)))

  .post('/', validate('json', linkForm), async c =>
    c.json(await addLink(c.var.app, c.req.valid('json')), 201),
  )

  .post('/upload', limitUpload, validate('form', uploadForm), async c => {
    const { file, name } = c.req.valid('form')
    const upload = { bytes: await file.bytes(), name, fileName: file.name }
    return c.json(await uploadImage(c.var.app, upload), 201)
  })

  .get('/:id/file', byId, async c =>
    sendMedia(c, await getMediaItem(c.var.app, c.req.valid('param').id)),
  )

  .delete('/:id', byId, async c => {
    c.set('audited', { subject: await deleteMedia(c.var.app, c.req.valid('param').id) })
    return c.json({ success: true })
  })
