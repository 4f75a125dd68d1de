import { Hono } from 'hono'
import { z } from 'zod'
import { listValues, pickSettings } from '#domain/settings/settings'
import type { Settings } from '#domain/settings-record'
import { saveSettings } from '../../actions/settings.ts'
import { getSettings } from '../../queries/settings.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import { listField, textField } from '../schemas/fields.ts'

const MAX_SETTINGS = 200

const setting = z.object({
  key: textField('A setting needs a key', 100),
  value: z.string({ error: 'The value of a setting must be text' }),
  category: textField('A setting needs a category', 100),
})
const TOO_MANY = `At most ${MAX_SETTINGS} settings are saved at once`
const settingsForm = z.object({
  settings: listField(setting, MAX_SETTINGS, 'settings must be a list', TOO_MANY),
})

export const settings = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', async c =>
    c.json(toList(pickSettings(await getSettings(c.var.app), c.var.session.user.role))),
  )

  .put('/', validate('json', settingsForm), c =>
    perform(c, async tx => {
      const { settings } = c.req.valid('json')
      const { role } = c.var.session.user
      const { before, saved, change } = await saveSettings(tx, settings, role)
      const audit = { action: 'settings changed', detail: describeChange(before, saved) } as const
      return { body: toList(pickSettings(saved, role)), audit, change }
    }),
  )

function describeChange(before: Settings, after: Settings) {
  return listValues(after)
    .filter(({ key, value }) => before[key] !== value)
    .map(({ key, value }) => `${key}: ${before[key]} -> ${value}`)
    .join('; ')
}

function toList(settings: Settings) {
  return Object.entries(settings).map(([key, value]) => ({ key, value }))
}
