import { z } from 'zod'

/** `page`: one of this program's own pages, which gets the changes as they are. */
export const eventsQuery = z.object({ page: z.literal('1').optional() })
