import { Hono } from 'hono'
import { DomainError } from '#domain/errors'
import { CLIP_TEXTS } from '#domain/voice/clips'
import { deleteRecording, saveRecording } from '../../actions/voice-recordings.ts'
import { getRecordings, getVoice, readClip } from '../../queries/voice.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import {
  clipParam,
  recordingForm,
  recordingParam,
  voiceParam,
  voiceQuery,
} from '../schemas/voice.ts'
import { sendVoice } from '../send-file.ts'

export const voice = new Hono<AppEnv>()
  .use(requireSession)
  .use('/recordings/*', requireAdmin)

  .get('/recordings', async c => c.json(await getRecordings(c.var.app)))

  .put(
    '/recordings/:language/:clip',
    validate('param', recordingParam),
    validate('form', recordingForm),
    async c => {
      const mp3 = await c.req.valid('form').file.bytes()
      return perform(c, async tx => {
        const body = await saveRecording(tx, c.req.valid('param'), mp3)
        const subject = `${body.language}/${body.clip}`
        return { body, audit: { action: 'recording saved', subject } }
      })
    },
  )

  .delete('/recordings/:language/:clip', validate('param', recordingParam), c =>
    perform(c, async tx => {
      const key = c.req.valid('param')
      await deleteRecording(tx, key)
      const subject = `${key.language}/${key.clip}`
      return { body: { success: true }, audit: { action: 'recording deleted', subject } }
    }),
  )

  .get('/:language/clips/:file', requireAdmin, validate('param', clipParam), async c => {
    const { language, file } = c.req.valid('param')
    if (!CLIP_TEXTS[language][file]) throw new DomainError('Not found', { status: 404 })
    return sendVoice(c, await readClip(c.var.app, language, file))
  })

  .get(
    '/:language/call.mp3',
    validate('param', voiceParam),
    validate('query', voiceQuery),
    async c => {
      const { number: label, room: name, roomId = null } = c.req.valid('query')
      const { language } = c.req.valid('param')
      return sendVoice(
        c,
        await getVoice(c.var.app, { label, room: { id: roomId, name } }, language),
      )
    },
  )
