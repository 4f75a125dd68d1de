import { z } from 'zod'
import { dayField, idField, textField } from './fields.ts'

export const auditQuery = z.object({
  from: dayField('from'),
  to: dayField('to'),
  user: textField('user must be a text').optional(),
  action: textField('action must be a text').optional(),
  before: idField.optional(),
})
