import { z } from 'zod'
import { textField } from './fields.ts'

const MAX_SETTINGS = 200

export const settingsForm = z.object({
  settings: z
    .array(
      z.object({
        key: textField('A setting needs a key', 100),
        value: z.string({ error: 'The value of a setting must be text' }),
        category: textField('A setting needs a category', 100),
      }),
      { error: 'settings must be a list' },
    )
    .max(MAX_SETTINGS, { error: `At most ${MAX_SETTINGS} settings are saved at once` }),
})
