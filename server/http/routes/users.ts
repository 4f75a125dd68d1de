import { Hono } from 'hono'
import { addUser, deleteUser, lookAtUsers, toggleUser } from '../../actions/users.ts'
import { idParam, userForm } from '../../forms/forms.ts'
import { adminOnly, type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'

export const users = new Hono<Door>()
  .use(signedIn, adminOnly)

  .get('/', async c => c.json(await lookAtUsers(c.var.clinic)))

  .post('/', jsonOnly, validate('json', userForm), async c =>
    c.json(await addUser(c.var.clinic, c.req.valid('json')), 201),
  )

  .patch('/:id/status', validate('param', idParam), async c => {
    const { clinic, session } = c.var
    return c.json(await toggleUser(clinic, c.req.valid('param').id, session.user))
  })

  .delete('/:id', validate('param', idParam), async c => {
    const { clinic, session } = c.var
    await deleteUser(clinic, c.req.valid('param').id, session.user)
    return c.json({ success: true })
  })
