import { z } from 'zod'
import { mapFields, PATIENT_FIELDS, type PatientField } from '#domain/patients/patient-fields'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { LANGUAGE_CODES } from '#domain/tickets/languages'
import { textField } from './fields.ts'

/** The domain counts characters as people do, which is never more than JSON Schema's code points. */
function toTextSchema(field: PatientField) {
  const { label, max, description } = PATIENT_FIELDS[field]
  const tooLong = `${label} must be at most ${max} characters`
  const meta = { maxLength: max, description }
  return textField(`${label} must be text`, max * 10, tooLong)
    .meta(meta)
    .nullish()
}

const texts = mapFields(toTextSchema)

const queueId = z.number({ error: 'queueId must be a number' }).int().positive()

export const registrationForm = z.object({
  ...texts,
  number: z.number({ error: 'Number must be a number' }).nullish(),
  type: textField('Type must be text', 20).optional(),
  isPriority: z.boolean({ error: 'isPriority must be true or false' }).optional(),
  isDiscreet: z.boolean({ error: 'isDiscreet must be true or false' }).optional(),
  queueId: queueId.nullish().describe('From the list of queues; null or none for General'),
})

const seenRegisteredAt = textField('seenRegisteredAt must be a time', 40).optional()

export const detailsForm = z.object({
  ...texts,
  isPriority: registrationForm.shape.isPriority,
  isDiscreet: registrationForm.shape.isDiscreet,
  seenRegisteredAt,
})

export const statusForm = z.object({
  status: z.enum(REQUESTED_STATUSES, {
    error: `Status must be one of ${REQUESTED_STATUSES.join(', ')}`,
  }),
  windowId: z.number({ error: 'windowId must be a number' }).int().positive().nullish(),
  requeueReason: textField('Requeue reason must be text', 500).nullish(),
  holdMinutes: z.number({ error: 'holdMinutes must be a number' }).nullish(),
  seenSteps: z.number({ error: 'seenSteps must be a number' }).int().min(0).optional(),
  seenRegisteredAt,
})

export const undoForm = z.object({
  seenSteps: z.number({ error: 'seenSteps must be a number' }).int().min(0),
  seenRegisteredAt,
})

export const moveForm = undoForm.partial().extend({ queueId: queueId.nullable() })

export const callNextForm = z.object({
  finish: z
    .enum(['dispensary', 'completed'], { error: 'finish must be dispensary, completed or null' })
    .nullable(),
  seenPatientId: z.number({ error: 'seenPatientId must be a number' }).int().positive().nullish(),
  seenRegisteredAt,
  chosen: undoForm
    .extend({ id: z.number({ error: 'id must be a number' }).int().positive() })
    .optional(),
})

export const seenQuery = z.object({
  seenSteps: z.coerce.number().int().min(0).optional(),
  seenRegisteredAt,
})

/** A kiosk sends only a name, a queue and a language. */
export const kioskForm = registrationForm.pick({ name: true, queueId: true }).extend({
  language: z.enum(LANGUAGE_CODES, {
    error: `language must be one of ${LANGUAGE_CODES.join(', ')}`,
  }),
})
