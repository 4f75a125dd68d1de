import { z } from 'zod'
import { GROUPS } from '#domain/reports/report'

const day = (field: string) => z.iso.date({ error: `${field} must be a day such as 2026-11-23` })

export const periodQuery = z
  .object({ from: day('from'), to: day('to') })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to', path: ['from'] })

export const reportQuery = periodQuery.and(
  z.object({
    by: z.enum(GROUPS, { error: 'by must be hour, weekday, day or room' }).default('day'),
  }),
)
