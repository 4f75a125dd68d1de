import { Hono } from 'hono'
import { z } from 'zod'
import { type AuditedChange, toDetail, toSubject } from '#domain/audit/audit-entry'
import { type CallNextResult, callNext } from '../../actions/call-next.ts'
import { addRoom, chooseVoice, deleteRoom, renameRoom, toggleRoom } from '../../actions/rooms.ts'
import { getRooms, QUEUE_TABLES } from '../../queries/queue.ts'
import { answerNext, answerRoom } from '../answers.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import { requiredTextField } from '../schemas/fields.ts'
import { callNextForm } from '../schemas/patients.ts'
import { roomVoiceForm } from '../schemas/voice.ts'

const roomForm = z.object({ name: requiredTextField('Room name is required') })

export const windows = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', c => cachedJson(c, 'rooms', () => getRooms(c.var.app), QUEUE_TABLES))

  .post('/', limitRate('additions'), validate('json', roomForm), c =>
    perform(c, async tx => {
      const added = await addRoom(tx, c.req.valid('json'))
      return { ...answerRoom(added, { action: 'room added' }), status: 201 }
    }),
  )

  .put('/:id', byId, validate('json', roomForm), c =>
    perform(c, async tx => {
      const renamed = await renameRoom(tx, c.req.valid('param').id, c.req.valid('json'))
      return answerRoom(renamed, { action: 'room renamed' })
    }),
  )

  .patch('/:id/status', byId, c =>
    perform(c, async tx => {
      const toggled = await toggleRoom(tx, c.req.valid('param').id)
      const detail = toggled.room.isActive ? 'active' : 'inactive'
      return answerRoom(toggled, { action: 'room switched', detail })
    }),
  )

  .put('/:id/voice', requireAdmin, byId, validate('json', roomVoiceForm), c =>
    perform(c, async tx => {
      const chosen = await chooseVoice(tx, c.req.valid('param').id, c.req.valid('json'))
      const detail = chosen.room.spokenAs ?? ''
      return answerRoom(chosen, { action: 'room spoken differently', detail })
    }),
  )

  .post('/:id/call-next', byId, validate('json', callNextForm), c =>
    perform(c, async tx => {
      const input = c.req.valid('json')
      const result = await callNext(tx, c.req.valid('param').id, input)
      const audit = describeCallNext(result, input.finish)
      return { ...answerNext(result), audit, change: result.change }
    }),
  )

  .delete('/:id', byId, c =>
    perform(c, async tx => {
      const { room, change } = await deleteRoom(tx, c.req.valid('param').id)
      const audit = { action: 'room deleted', subject: room.name } as const
      return { body: { success: true }, audit, change }
    }),
  )

function describeCallNext(
  { next, finished }: CallNextResult,
  finish: string | null,
): AuditedChange {
  const subject = next ? toSubject(next.patient) : ''
  const room = (next?.patient.room ?? finished?.lastRoom)?.name
  return { action: 'next patient called', subject, detail: toDetail(room, finish) }
}
