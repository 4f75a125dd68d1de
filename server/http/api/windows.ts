import { Hono } from 'hono'
import { toPatientJson } from '#domain/patients/patient-json'
import { type CallNextResult, callNext } from '../../actions/call-next.ts'
import { addRoom, chooseVoice, deleteRoom, renameRoom, toggleRoom } from '../../actions/rooms.ts'
import { previewNext } from '../../queries/next-patient.ts'
import { getRooms } from '../../queries/queue.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { callNextForm } from '../schemas/patients.ts'
import { roomForm } from '../schemas/rooms.ts'
import { roomVoiceForm } from '../schemas/voice.ts'

export const windows = new Hono<AppEnv>()
  .use(requireSession, idempotent)

  .get('/', c => cachedJson(c, 'rooms', () => getRooms(c.var.app)))

  .post('/', validate('json', roomForm), async c =>
    c.json(await addRoom(c.var.app, c.req.valid('json')), 201),
  )

  .put('/:id', byId, validate('json', roomForm), async c =>
    c.json(await renameRoom(c.var.app, c.req.valid('param').id, c.req.valid('json'))),
  )

  .patch('/:id/status', byId, async c =>
    c.json(await toggleRoom(c.var.app, c.req.valid('param').id)),
  )

  .put(
    '/:id/voice',
    requireAdmin,

    byId,
    validate('json', roomVoiceForm),
    async c => c.json(await chooseVoice(c.var.app, c.req.valid('param').id, c.req.valid('json'))),
  )

  .get('/:id/next', byId, async c => {
    const next = await previewNext(c.var.app, c.req.valid('param').id)
    return c.json(toNextJson({ finished: null, next }))
  })

  .post('/:id/call-next', byId, validate('json', callNextForm), async c => {
    const { app, session } = c.var
    const { id } = c.req.valid('param')
    return c.json(toNextJson(await callNext(app, id, c.req.valid('json'), session.user.id)))
  })

  .delete('/:id', byId, async c => {
    const { name } = await deleteRoom(c.var.app, c.req.valid('param').id)
    c.set('audited', { subject: name })
    return c.json({ success: true })
  })

function toNextJson({ finished, next }: CallNextResult) {
  return {
    patient: next && toPatientJson(next.patient),
    why: next?.why ?? null,
    sentence: next?.sentence ?? 'Nobody is waiting.',
    finished: finished && toPatientJson(finished),
  }
}
