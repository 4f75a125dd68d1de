import { z } from 'zod'

export const callsQuery = z.object({
  after: z.coerce.number({ error: 'after must be a number' }).int().min(0).default(0),
})

export const currentCallQuery = z.object({ t: z.string().max(40).optional() })
