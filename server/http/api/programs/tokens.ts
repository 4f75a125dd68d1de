import { Hono } from 'hono'
import { z } from 'zod'
import { SCOPES } from '#domain/programs/api-token'
import { createApiToken, revokeApiToken } from '../../../actions/api-tokens.ts'
import { getApiTokens } from '../../../queries/api-tokens.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { idempotent } from '../../middleware/idempotency.ts'
import { byId, validate } from '../../middleware/validation.ts'
import { requiredTextField } from '../../schemas/fields.ts'

const apiTokenForm = z.object({
  name: requiredTextField('Please enter a name'),
  scopes: z
    .array(z.enum(SCOPES, { error: `scopes must be of ${SCOPES.join(', ')}` }), {
      error: `scopes must be a list of ${SCOPES.join(', ')}`,
    })
    .min(1, { error: 'Choose at least one thing that the program may do' }),
})

export const tokens = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/', async c => c.json(await getApiTokens(c.var.app)))

  .post('/', validate('json', apiTokenForm), async c => {
    const { app, session } = c.var
    const form = c.req.valid('json')
    const { name, ...created } = await createApiToken(app, form, session.user)
    const detail = [`token ${created.id}`, ...form.scopes].join(', ')
    c.set('audited', { action: 'program added', subject: name, detail })
    return c.json(created, 201)
  })

  .delete('/:id', byId, async c => {
    const name = await revokeApiToken(c.var.app, c.req.valid('param').id)
    c.set('audited', { action: 'program removed', subject: name })
    return c.json({ success: true })
  })
