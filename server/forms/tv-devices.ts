import { z } from 'zod'
import { idField, requiredTextField } from './fields.ts'

export const tvDevicesQuery = z.object({ userId: idField })

export const tvNameForm = z.object({ name: requiredTextField('TV name is required') })

export const tvDeviceForm = tvNameForm.extend({
  userId: z.number({ error: 'userId must be a number' }).int().positive(),
})

export const pairForm = tvDeviceForm.extend({
  code: requiredTextField('The code is required', 40),
})
