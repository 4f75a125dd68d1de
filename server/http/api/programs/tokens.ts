import { Hono } from 'hono'
import { z } from 'zod'
import { SCOPES } from '#domain/programs/api-token'
import { createApiToken, revokeApiToken } from '../../../actions/api-tokens.ts'
import { getApiTokens } from '../../../queries/programs.ts'
import { type AppEnv, requireAdmin, requireSession } from '../../middleware/auth.ts'
import { limitRate } from '../../middleware/rate-limit.ts'
import { byId, validate } from '../../middleware/validation.ts'
import { perform } from '../../perform.ts'
import { listField, requiredTextField } from '../../schemas/fields.ts'

const names = SCOPES.join(', ')
const scope = z.enum(SCOPES, { error: `scopes must be of ${names}` })
const apiTokenForm = z.object({
  name: requiredTextField('Please enter a name'),
  scopes: listField(
    scope,
    20,
    `scopes must be a list of ${names}`,
    'scopes has too many entries',
  ).refine(({ length }) => length > 0, {
    error: 'Choose at least one permission',
  }),
})

export const tokens = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getApiTokens(c.var.app)))

  .post('/', limitRate('additions'), validate('json', apiTokenForm), c =>
    perform(c, async tx => {
      const form = c.req.valid('json')
      const { token, hash } = c.var.app.newTokens.make(Date.parse(tx.now))
      const { id, name, log } = await createApiToken(tx, form, hash)
      const detail = [`token ${id}`, ...form.scopes].join(', ')
      const audit = { action: 'program added', subject: name, detail } as const
      return { body: { id, token }, secret: token, status: 201, audit, log }
    }),
  )

  .delete('/:id', byId, c =>
    perform(c, async tx => {
      const { name, ...written } = await revokeApiToken(tx, c.req.valid('param').id)
      const audit = { action: 'program removed', subject: name } as const
      return { ...written, body: { success: true }, audit }
    }),
  )
