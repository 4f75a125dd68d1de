import { Hono } from 'hono'
import { z } from 'zod'
import { type AuditedChange, toDetail, toSubject } from '#domain/audit/audit'
import { type CallNextResult, callNext } from '../../actions/call-next.ts'
import { addRoom, chooseVoice, deleteRoom, renameRoom, toggleRoom } from '../../actions/rooms.ts'
import { getRooms } from '../../queries/queue.ts'
import { answerNext, answerRoom } from '../answers.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { requiredTextField } from '../schemas/fields.ts'
import { callNextForm } from '../schemas/patients.ts'
import { roomVoiceForm } from '../schemas/voice.ts'

const roomForm = z.object({ name: requiredTextField('Room name is required') })

export const windows = new Hono<AppEnv>()
  .use(requireSession)
  // Before `idempotent`, which answers a repeated request by itself.
  .use('/:id/voice', requireAdmin)
  .use(idempotent)

  .get('/', c => cachedJson(c, 'rooms', () => getRooms(c.var.app)))

  .post('/', validate('json', roomForm), async c => {
    const room = await addRoom(c.var.app, c.req.valid('json'))
    c.set('audited', { action: 'room added', subject: room.name })
    return answerRoom(c, room, 201)
  })

  .put('/:id', byId, validate('json', roomForm), async c => {
    const room = await renameRoom(c.var.app, c.req.valid('param').id, c.req.valid('json'))
    c.set('audited', { action: 'room renamed', subject: room.name })
    return answerRoom(c, room)
  })

  .patch('/:id/status', byId, async c => {
    const room = await toggleRoom(c.var.app, c.req.valid('param').id)
    const detail = room.isActive ? 'active' : 'inactive'
    c.set('audited', { action: 'room switched', subject: room.name, detail })
    return answerRoom(c, room)
  })

  .put('/:id/voice', byId, validate('json', roomVoiceForm), async c => {
    const room = await chooseVoice(c.var.app, c.req.valid('param').id, c.req.valid('json'))
    const detail = room.spokenAs ?? ''
    c.set('audited', { action: 'room spoken differently', subject: room.name, detail })
    return answerRoom(c, room)
  })

  .post('/:id/call-next', byId, validate('json', callNextForm), async c => {
    const { app, session } = c.var
    const { id } = c.req.valid('param')
    const input = c.req.valid('json')
    const result = await callNext(app, id, input, session.user.id)
    c.set('audited', describeCallNext(result, input.finish))
    return answerNext(c, result)
  })

  .delete('/:id', byId, async c => {
    const { name } = await deleteRoom(c.var.app, c.req.valid('param').id)
    c.set('audited', { action: 'room deleted', subject: name })
    return c.json({ success: true })
  })

function describeCallNext(
  { next, finished }: CallNextResult,
  finish: string | null,
): AuditedChange {
  const subject = next ? toSubject(next.patient) : ''
  const room = (next?.patient.room ?? finished?.lastRoom)?.name
  return { action: 'next patient called', subject, detail: toDetail(room, finish) }
}
