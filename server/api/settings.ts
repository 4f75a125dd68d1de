import { Hono } from 'hono'
import { settingsForm } from '#clinic/forms'
import type { Clinic } from '../actions/clinic.ts'
import { lookAtSettings } from '../actions/look.ts'
import { saveSettings } from '../actions/save-settings.ts'
import { type Door, signedIn } from './guard.ts'
import { jsonOnly, validate } from './validate.ts'

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
