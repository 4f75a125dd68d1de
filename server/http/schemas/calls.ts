import { z } from 'zod'
import { parseCallPlace } from '#domain/events'

export const callsQuery = z.object({
  after: z
    .string()
    .default('0')
    .transform((text, { addIssue }) => {
      const place = parseCallPlace(text)
      if (!place) addIssue('after must be a number')
      return place ?? z.NEVER
    }),
})

export const currentCallQuery = z.object({ t: z.string().max(40).optional() })
