import { z } from 'zod'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { textField } from './fields.ts'

export const registrationForm = z.object({
  name: textField('Name must be text', 500).nullish(),
  number: z.number({ error: 'Number must be a number' }).nullish(),
  type: textField('Type must be text', 20).optional(),
  isPriority: z.boolean({ error: 'isPriority must be true or false' }).optional(),
  priorityReason: textField('Priority reason must be text', 500).nullish(),
  isDiscreet: z.boolean({ error: 'isDiscreet must be true or false' }).optional(),
})

export const statusForm = z.object({
  status: z.enum(REQUESTED_STATUSES, {
    error: `Status must be one of ${REQUESTED_STATUSES.join(', ')}`,
  }),
  windowId: z.number({ error: 'windowId must be a number' }).int().positive().nullish(),
  requeueReason: textField('Requeue reason must be text', 500).nullish(),
  holdMinutes: z.number({ error: 'holdMinutes must be a number' }).nullish(),
  seenSteps: z.number({ error: 'seenSteps must be a number' }).int().min(0).optional(),
})

export const undoForm = z.object({
  seenSteps: z.number({ error: 'seenSteps must be a number' }).int().min(0),
})

export const callNextForm = z.object({
  finish: z
    .enum(['dispensary', 'completed'], { error: 'finish must be dispensary, completed or null' })
    .nullable(),
  seenPatientId: z.number({ error: 'seenPatientId must be a number' }).int().positive().nullish(),
})

export const seenQuery = z.object({ seenSteps: z.coerce.number().int().min(0).optional() })
