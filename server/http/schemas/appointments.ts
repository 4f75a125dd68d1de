import { z } from 'zod'
import { MAX_APPOINTMENTS } from '#domain/appointments/parse-appointments'
import { LIST_FIELDS, type ListField, mapFields } from '#domain/patients/patient-fields'

const toText = (field: ListField) => z.string({ error: `${field} must be text` }).nullish()

/** Strict, because ignoring a misspelt `queueId` would put the patient into General. */
export const appointmentRow = z.strictObject(
  {
    time: z.string({ error: 'time must be a text such as 9:05' }),
    ...mapFields(toText, LIST_FIELDS),
    name: z.string({ error: 'name must be text' }),
    queueId: z.number({ error: 'queueId must be a number' }).int().positive().nullish(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type' ? 'A row must be {time, name, queueId}' : undefined,
  },
)

/** The rows' contents are checked later, and errors then give the row's place. */
export const appointmentList = z
  .array(appointmentRow, {
    error: 'The body must be a list of {time, name, queueId}, or the text of a CSV file',
  })
  .max(MAX_APPOINTMENTS, { error: `At most ${MAX_APPOINTMENTS} appointments are possible` })
