import { type Context, Hono } from 'hono'
import { DomainError } from '#domain/errors'
import { createApiToken, type NewApiToken, revokeApiToken } from '../../../actions/api-tokens.ts'
import { getApiTokens } from '../../../queries/api-tokens.ts'
import { hashToken } from '../../../security/tokens.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { idempotent } from '../../middleware/idempotency.ts'
import { validate } from '../../middleware/validation.ts'
import { apiTokenForm } from '../../schemas/api-tokens.ts'
import { idParam } from '../../schemas/fields.ts'

export const tokens = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getApiTokens(c.var.app)))

  .post(
    '/',
    idempotent({ toStored: withoutToken, complete: withToken }),
    validate('json', apiTokenForm),
    async c => {
      const { app, session } = c.var
      return c.json(withToken(c, await createApiToken(app, c.req.valid('json'), session.user)), 201)
    },
  )

  .delete('/:id', idempotent(), validate('param', idParam), async c => {
    c.set('audited', { subject: await revokeApiToken(c.var.app, c.req.valid('param').id) })
    return c.json({ success: true })
  })

function withoutToken({ id, token }: { id: number; token: string }): NewApiToken {
  return { id, hash: hashToken(token) }
}

/** Also for a repeated request, while the token is in memory. */
function withToken(c: Context<AppEnv>, stored: unknown) {
  const { id, hash } = stored as NewApiToken
  const token = c.var.app.newTokens.byHash(hash)
  if (token === null) throw new DomainError('This token was shown only once. Make a new one.')
  return { id, token }
}
