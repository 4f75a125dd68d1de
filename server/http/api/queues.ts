import { Hono } from 'hono'
import { z } from 'zod'
import { toDetail } from '#domain/audit/audit-entry'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import { addQueue, changeQueue, deleteQueue } from '../../actions/queues.ts'
import { getQueues } from '../../queries/queue.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import { booleanField, listField, requiredTextField, textField } from '../schemas/fields.ts'

const ROOMS_ERROR = 'roomIds must be a list of ids'
const roomId = z.number({ error: ROOMS_ERROR }).int().positive()

const queueForm = z.object({
  name: requiredTextField('Queue name is required'),
  prefix: textField('The prefix must be one letter, A to Z', 10).nullish().default(null),
  roomIds: listField(roomId, 1_000, ROOMS_ERROR).default([]),
  servesGeneral: booleanField('servesGeneral').default(false),
  isActive: booleanField('isActive').default(true),
})

export const queues = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', async c => c.json(await getQueues(c.var.app)))

  .post('/', requireAdmin, limitRate('additions'), validate('json', queueForm), c =>
    perform(c, async tx => {
      const { queue, change } = await addQueue(tx, c.req.valid('json'))
      const audit = { action: 'queue added', subject: queue.name, detail: describe(queue) } as const
      return { body: queue, status: 201, audit, change }
    }),
  )

  .put('/:id', requireAdmin, byId, validate('json', queueForm), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { queue, moved, change } = await changeQueue(tx, id, c.req.valid('json'))
      const detail = toDetail(describe(queue), describeMoved(moved))
      const audit = { action: 'queue changed', subject: queue.name, detail } as const
      return { body: queue, audit, change }
    }),
  )

  .delete('/:id', requireAdmin, byId, c =>
    perform(c, async tx => {
      const { queue, moved, change } = await deleteQueue(tx, c.req.valid('param').id)
      const detail = describeMoved(moved)
      const audit = { action: 'queue deleted', subject: queue.name, detail } as const
      return { body: { success: true }, audit, change }
    }),
  )

function describe({ prefix, isActive }: ClinicQueue) {
  return toDetail(prefix && `prefix ${prefix}`, isActive ? 'active' : 'inactive')
}

function describeMoved(count: number) {
  return count > 0 ? `${count} to General` : ''
}
