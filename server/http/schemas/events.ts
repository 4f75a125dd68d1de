import { z } from 'zod'
import { textField } from './fields.ts'

/** `page`: one of this program's own pages, which gets the changes as they are. */
export const eventsQuery = z.object({ page: z.literal('1').optional() })

/** `build`: the script of the TV's page. TVs of version 1.0.0 send none. */
export const tvEventsQuery = z.object({ build: textField('build must be text', 100).optional() })
