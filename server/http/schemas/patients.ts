import { z } from 'zod'
import { MAX_APPOINTMENTS } from '#domain/appointments/parse-appointments'
import {
  LIST_FIELDS,
  type ListField,
  mapFields,
  PATIENT_FIELDS,
  type PatientField,
} from '#domain/patients/patient-fields'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { LANGUAGE_CODES } from '#domain/tickets/languages'
import { booleanField, idNumber, listField, textField } from './fields.ts'

/** The domain counts characters as people do, and never counts more than JSON Schema does. */
function toTextSchema(field: PatientField) {
  const { label, max, description } = PATIENT_FIELDS[field]
  const tooLong = `${label} must be at most ${max} characters`
  const meta = { maxLength: max, description }
  return textField(`${label} must be text`, max * 10, tooLong)
    .meta(meta)
    .nullish()
}

const texts = mapFields(toTextSchema)

const queueId = idNumber('queueId')
const seenSteps = z.number({ error: 'seenSteps must be a number' }).int().min(0)

export const registrationForm = z.object({
  ...texts,
  number: z.number({ error: 'Number must be a number' }).nullish(),
  type: textField('Type must be text', 20).optional(),
  isPriority: booleanField('isPriority').optional(),
  isDiscreet: booleanField('isDiscreet').optional(),
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
  windowId: idNumber('windowId').nullish(),
  requeueReason: textField('Requeue reason must be text', 500).nullish(),
  holdMinutes: z.number({ error: 'holdMinutes must be a number' }).nullish(),
  seenSteps: seenSteps.optional(),
  seenRegisteredAt,
})

export const undoForm = z.object({ seenSteps, seenRegisteredAt })

export const moveForm = undoForm.partial().extend({ queueId: queueId.nullable() })

export const callNextForm = z.object({
  finish: z
    .enum(['dispensary', 'completed'], { error: 'finish must be dispensary, completed or null' })
    .nullable(),
  seenPatientId: idNumber('seenPatientId').nullish(),
  seenRegisteredAt,
  chosen: undoForm.extend({ id: idNumber('id') }).optional(),
})

export const seenQuery = z.object({
  seenSteps: z.coerce.number().int().min(0).optional(),
  seenRegisteredAt,
})

export const kioskForm = registrationForm.pick({ name: true, queueId: true }).extend({
  language: z.enum(LANGUAGE_CODES, {
    error: `language must be one of ${LANGUAGE_CODES.join(', ')}`,
  }),
})

const toText = (field: ListField) => z.string({ error: `${field} must be text` }).nullish()

/** Strict, because ignoring a misspelt `queueId` would put the patient into General. */
export const appointmentRow = z.strictObject(
  {
    time: z.string({ error: 'time must be a text such as 9:05' }),
    ...mapFields(toText, LIST_FIELDS),
    name: z.string({ error: 'name must be text' }),
    queueId: queueId.nullish(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type' ? 'A row must be {time, name, queueId}' : undefined,
  },
)

/** The rows' contents are checked later, and errors then give the row's place. */
export const appointmentList = listField(
  appointmentRow,
  MAX_APPOINTMENTS,
  'The body must be a list of {time, name, queueId}, or the text of a CSV file',
  `At most ${MAX_APPOINTMENTS} appointments are possible`,
)
