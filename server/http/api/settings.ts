import { Hono } from 'hono'
import type { Settings } from '#domain/settings-record'
import { saveSettings } from '../../actions/settings.ts'
import { getSettings } from '../../queries/settings.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import { settingsForm } from '../schemas/settings.ts'

export const settings = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', async c => c.json(toList(await getSettings(c.var.app))))

  .put('/', idempotent(), validate('json', settingsForm), async c =>
    c.json(toList(await saveSettings(c.var.app, c.req.valid('json').settings))),
  )

function toList(settings: Settings) {
  return Object.entries(settings).map(([key, value]) => ({ key, value }))
}
