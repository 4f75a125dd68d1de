import { Hono } from 'hono'
import { saveSettings } from '../../actions/settings.ts'
import type { App } from '../../context.ts'
import { settingsForm } from '../../forms/forms.ts'
import { getSettings } from '../../queries/settings.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { requireJson, validate } from '../middleware/validation.ts'

export const settings = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', async c => c.json(await listSettings(c.var.app)))

  .put('/', requireJson, validate('json', settingsForm), async c => {
    await saveSettings(c.var.app, c.req.valid('json').settings)
    return c.json(await listSettings(c.var.app))
  })

async function listSettings(app: App) {
  const all = await getSettings(app)
  return Object.entries(all).map(([key, value]) => ({ key, value }))
}
