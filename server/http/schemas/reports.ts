import { z } from 'zod'
import { GROUPS } from '#domain/reports/report'
import { dayField } from './fields.ts'

export const periodQuery = z
  .object({ from: dayField('from'), to: dayField('to') })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to', path: ['from'] })

export const reportQuery = periodQuery.safeExtend({
  by: z.enum(GROUPS, { error: 'by must be hour, weekday, day or room' }).default('day'),
})
