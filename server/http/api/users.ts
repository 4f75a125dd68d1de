import { Hono } from 'hono'
import { z } from 'zod'
import { PASSWORD_MAX } from '#domain/users/password'
import { ROLES } from '#domain/users/user'
import { createUser, deleteUser, hashNewPassword, toggleUser } from '../../actions/users.ts'
import { getUsers } from '../../queries/users.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform, performPrepared } from '../perform.ts'
import { textField } from '../schemas/fields.ts'

const userForm = z.object({
  username: textField('Please complete all information'),
  password: textField('Please complete all information', PASSWORD_MAX),
  role: z.enum(ROLES, { error: `Role must be one of ${ROLES.join(', ')}` }).default('user'),
})

export const users = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getUsers(c.var.app)))

  .post('/', limitRate('additions'), validate('json', userForm), c =>
    performPrepared(
      c,
      () => hashNewPassword(c.var.app, c.req.valid('json')),
      async (tx, passwordHash) => {
        const user = await createUser(tx, c.req.valid('json'), passwordHash)
        const audit = { action: 'user added', subject: user.username, detail: user.role } as const
        return { body: user, status: 201, audit }
      },
    ),
  )

  .patch('/:id/status', byId, c =>
    perform(c, async tx => {
      const { user, ended } = await toggleUser(tx, c.req.valid('param').id)
      const detail = user.isActive ? 'active' : 'inactive'
      const audit = { action: 'user switched', subject: user.username, detail } as const
      return { body: user, audit, ended }
    }),
  )

  .delete('/:id', byId, c =>
    perform(c, async tx => {
      const { user, ended } = await deleteUser(tx, c.req.valid('param').id)
      const audit = { action: 'user deleted', subject: user.username } as const
      return { body: { success: true }, audit, ended }
    }),
  )
