import { Hono } from 'hono'
import { addRoom, removeRoom, rename, toggleRoom } from '../../actions/rooms.ts'
import { idParam, roomForm } from '../../forms/forms.ts'
import { lookAtRooms } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'

export const windows = new Hono<Door>()
  .use(signedIn)

  .get('/', async c => c.json(await lookAtRooms(c.var.clinic)))

  .post('/', jsonOnly, validate('json', roomForm), async c =>
    c.json(await addRoom(c.var.clinic, c.req.valid('json').name), 201),
  )

  .put('/:id', validate('param', idParam), jsonOnly, validate('json', roomForm), async c =>
    c.json(await rename(c.var.clinic, c.req.valid('param').id, c.req.valid('json').name)),
  )

  .patch('/:id/status', validate('param', idParam), async c =>
    c.json(await toggleRoom(c.var.clinic, c.req.valid('param').id)),
  )

  .delete('/:id', validate('param', idParam), async c => {
    await removeRoom(c.var.clinic, c.req.valid('param').id)
    return c.json({ success: true })
  })
