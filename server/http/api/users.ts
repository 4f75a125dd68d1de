import { Hono } from 'hono'
import { createUser, deleteUser, toggleUser } from '../../actions/users.ts'
import { getUsers } from '../../queries/users.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { userForm } from '../schemas/users.ts'

export const users = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getUsers(c.var.app)))

  .post('/', validate('json', userForm), async c =>
    c.json(await createUser(c.var.app, c.req.valid('json')), 201),
  )

  .patch('/:id/status', byId, async c => {
    const { app, session } = c.var
    return c.json(await toggleUser(app, c.req.valid('param').id, session.user))
  })

  .delete('/:id', byId, async c => {
    const { app, session } = c.var
    const name = await deleteUser(app, c.req.valid('param').id, session.user)
    c.set('audited', { subject: name })
    return c.json({ success: true })
  })
