import { Hono } from 'hono'
import { saveSettings } from '../../actions/settings.ts'
import type { Clinic } from '../../context.ts'
import { settingsForm } from '../../forms/forms.ts'
import { lookAtSettings } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'

export const settings = new Hono<Door>()
  .use(signedIn)

  .get('/', async c => c.json(await listed(c.var.clinic)))

  .put('/', jsonOnly, validate('json', settingsForm), async c => {
    await saveSettings(c.var.clinic, c.req.valid('json').settings)
    return c.json(await listed(c.var.clinic))
  })

async function listed(clinic: Clinic) {
  const all = await lookAtSettings(clinic)
  return Object.entries(all).map(([key, value]) => ({ key, value }))
}
