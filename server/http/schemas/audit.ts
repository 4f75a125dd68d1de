import { z } from 'zod'
import { idField, textField } from './fields.ts'

const day = (field: string) => z.iso.date({ error: `${field} must be a day such as 2026-11-23` })

export const auditQuery = z.object({
  from: day('from'),
  to: day('to'),
  user: textField('user must be a text').optional(),
  action: textField('action must be a text').optional(),
  before: idField.optional(),
})
