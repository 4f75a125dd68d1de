import { Hono } from 'hono'
import { DomainError } from '#domain/errors'
import { CLIP_TEXTS } from '#domain/voice/clips'
import { deleteRecording, saveRecording } from '../../actions/voice-recordings.ts'
import { getRecordings, getVoice, readClip } from '../../queries/voice.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import {
  clipParam,
  recordingForm,
  recordingParam,
  voiceParam,
  voiceQuery,
} from '../schemas/voice.ts'
import { sendVoice } from '../send-media.ts'

export const voice = new Hono<AppEnv>()
  .use(requireSession)
  // Before `idempotent`, which answers a repeated request by itself.
  .use('/recordings/*', requireAdmin)
  .use(idempotent)

  .get('/recordings', async c => c.json(await getRecordings(c.var.app)))

  .put(
    '/recordings/:language/:clip',
    validate('param', recordingParam),
    validate('form', recordingForm),
    async c => {
      const mp3 = await c.req.valid('form').file.bytes()
      const saved = await saveRecording(c.var.app, c.req.valid('param'), mp3)
      c.set('audited', { action: 'recording saved', subject: `${saved.language}/${saved.clip}` })
      return c.json(saved)
    },
  )

  .delete('/recordings/:language/:clip', validate('param', recordingParam), async c => {
    const key = c.req.valid('param')
    await deleteRecording(c.var.app, key)
    c.set('audited', { action: 'recording deleted', subject: `${key.language}/${key.clip}` })
    return c.json({ success: true })
  })

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
      const { number, room: name, roomId = null } = c.req.valid('query')
      const { language } = c.req.valid('param')
      return sendVoice(
        c,
        await getVoice(c.var.app, { number, room: { id: roomId, name } }, language),
      )
    },
  )
