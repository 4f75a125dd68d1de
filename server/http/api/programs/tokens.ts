import { Hono } from 'hono'
import { createApiToken, revokeApiToken } from '../../../actions/api-tokens.ts'
import { getApiTokens } from '../../../queries/api-tokens.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { idempotent } from '../../middleware/idempotency.ts'
import { byId, validate } from '../../middleware/validation.ts'
import { apiTokenForm } from '../../schemas/api-tokens.ts'

export const tokens = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getApiTokens(c.var.app)))

  .post('/', validate('json', apiTokenForm), async c => {
    const { app, session } = c.var
    return c.json(await createApiToken(app, c.req.valid('json'), session.user), 201)
  })

  .delete('/:id', byId, async c => {
    c.set('audited', { subject: await revokeApiToken(c.var.app, c.req.valid('param').id) })
    return c.json({ success: true })
  })
