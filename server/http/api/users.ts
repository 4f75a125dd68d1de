import { Hono } from 'hono'
import { z } from 'zod'
import { PASSWORD_MAX } from '#domain/users/password'
import { ROLES } from '#domain/users/user'
import { createUser, deleteUser, toggleUser } from '../../actions/users.ts'
import { getUsers } from '../../queries/users.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { textField } from '../schemas/fields.ts'

const userForm = z.object({
  username: textField('Please complete all information'),
  password: textField('Please complete all information', PASSWORD_MAX),
  role: z.enum(ROLES, { error: `Role must be one of ${ROLES.join(', ')}` }).default('user'),
})

export const users = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getUsers(c.var.app)))

  .post('/', validate('json', userForm), async c => {
    const user = await createUser(c.var.app, c.req.valid('json'))
    c.set('audited', { action: 'user added', subject: user.username, detail: user.role })
    return c.json(user, 201)
  })

  .patch('/:id/status', byId, async c => {
    const { app, session } = c.var
    const user = await toggleUser(app, c.req.valid('param').id, session.user)
    const detail = user.isActive ? 'active' : 'inactive'
    c.set('audited', { action: 'user switched', subject: user.username, detail })
    return c.json(user)
  })

  .delete('/:id', byId, async c => {
    const { app, session } = c.var
    const name = await deleteUser(app, c.req.valid('param').id, session.user)
    c.set('audited', { action: 'user deleted', subject: name })
    return c.json({ success: true })
  })
