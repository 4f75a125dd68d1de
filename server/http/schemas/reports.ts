import { z } from 'zod'
import { CSV_SEPARATORS } from '#domain/reports/csv'
import { GROUPS } from '#domain/reports/report'
import { dayField } from './fields.ts'

const periodQuery = z
  .object({ from: dayField('from'), to: dayField('to') })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to', path: ['from'] })

export const reportQuery = periodQuery.safeExtend({
  by: z.enum(GROUPS, { error: 'by must be hour, weekday, day, room or queue' }).default('day'),
})

const error = `separator must be ${CSV_SEPARATORS.join(' or ')}`
export const separatorField = z.enum(CSV_SEPARATORS, { error }).default('comma')
export const visitsQuery = periodQuery.safeExtend({ separator: separatorField })
