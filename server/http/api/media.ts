import { Hono } from 'hono'
import { z } from 'zod'
import { UPLOAD_MAX_BYTES } from '#domain/media/media'
import {
  addImage,
  addLink,
  deleteMedia,
  storeImage,
  TOO_LARGE_MESSAGE,
} from '../../actions/media.ts'
import { getLogo, getMedia, getMediaItem } from '../../queries/settings.ts'
import { answerMedia } from '../answers.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, limitBody, validate } from '../middleware/validation.ts'
import { perform, performPrepared } from '../perform.ts'
import { requiredTextField, textField } from '../schemas/fields.ts'
import { mediaQuery } from '../schemas/tv-devices.ts'
import { sendMedia } from '../send-file.ts'

export const UPLOAD_PATH = '/api/media/upload'

const FORM_OVERHEAD_BYTES = 64 * 1024

const limitUpload = limitBody(UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES, TOO_LARGE_MESSAGE, 'file')

const uploadForm = z.object({
  file: z.instanceof(File, { error: 'Please choose an image' }),
  name: textField('Name must be text', 1000).optional(),
})

const linkForm = z.object({
  type: z.enum(['video', 'youtube'], { error: 'Type must be one of video, youtube' }),
  url: requiredTextField('Please enter a web address', 500),
  name: textField('Name must be text', 1000).optional(),
})

/** The login page and tickets show it, so it is the only file that needs no session. */
export const logo = new Hono<AppEnv>().get('/', validate('query', mediaQuery), async c =>
  sendMedia(c, await getLogo(c.var.app), c.req.valid('query')),
)

export const media = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', async c => c.json(await getMedia(c.var.app)))

  .post('/', limitRate('additions'), validate('json', linkForm), c =>
    perform(c, async tx => answerMedia(await addLink(tx, c.req.valid('json')))),
  )

  .post('/upload', limitRate('additions'), limitUpload, validate('form', uploadForm), c =>
    performPrepared(
      c,
      async () => {
        const { file, name } = c.req.valid('form')
        const upload = { bytes: await file.bytes(), name, fileName: file.name }
        return storeImage(c.var.app, upload, c.var.recheck)
      },
      async (tx, stored) => answerMedia(await addImage(tx, stored)),
    ),
  )

  .get('/:id/file', byId, validate('query', mediaQuery), async c => {
    const item = await getMediaItem(c.var.app, c.req.valid('param').id)
    return sendMedia(c, item, c.req.valid('query'))
  })

  .delete('/:id', byId, c =>
    perform(c, async tx => {
      const { name, change } = await deleteMedia(tx, c.req.valid('param').id)
      return { body: { success: true }, audit: { action: 'media deleted', subject: name }, change }
    }),
  )
