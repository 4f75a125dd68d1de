import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Refusal } from '#domain/errors'
import { UPLOAD_MAX_BYTES } from '#domain/media/media'
import { addLink, deleteMedia, uploadImage } from '../../actions/media.ts'
import { TOO_LARGE } from '../../actions/new-media.ts'
import { idParam, linkForm, uploadForm } from '../../forms/forms.ts'
import { lookAtMedia, lookAtMediaItem } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'
import { answerMedia } from '../send-file.ts'

export const UPLOAD_PATH = '/api/media/upload'

/** What a form takes beside its file: boundaries, names. */
const FORM_BYTES = 64 * 1024

const limited = bodyLimit({
  maxSize: UPLOAD_MAX_BYTES + FORM_BYTES,
  onError() {
    throw new Refusal(TOO_LARGE, { status: 413, field: 'file' })
  },
})

export const media = new Hono<Door>()
  .use(signedIn)

  .get('/', async c => c.json(await lookAtMedia(c.var.clinic)))

  .post('/', jsonOnly, validate('json', linkForm), async c =>
    c.json(await addLink(c.var.clinic, c.req.valid('json')), 201),
  )

  .post('/upload', limited, validate('form', uploadForm), async c => {
    const { file, name } = c.req.valid('form')
    const upload = { bytes: await file.bytes(), name, fileName: file.name }
    return c.json(await uploadImage(c.var.clinic, upload), 201)
  })

  .get('/:id/file', validate('param', idParam), async c =>
    answerMedia(c, await lookAtMediaItem(c.var.clinic, c.req.valid('param').id)),
  )

  .delete('/:id', validate('param', idParam), async c => {
    await deleteMedia(c.var.clinic, c.req.valid('param').id)
    return c.json({ success: true })
  })
