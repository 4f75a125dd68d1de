import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { idParam, linkForm, uploadForm } from '#clinic/forms'
import { UPLOAD_MAX_BYTES } from '#clinic/media'
import { TOO_LARGE } from '#clinic/new-media'
import { Refusal } from '#clinic/refusal'
import { lookAtMedia, lookAtMediaItem } from '../actions/look.ts'
import { addLink, deleteMedia, uploadImage } from '../actions/media.ts'
import { answerMedia } from './answer-media.ts'
import { type Door, signedIn } from './guard.ts'
import { jsonOnly, validate } from './validate.ts'

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
