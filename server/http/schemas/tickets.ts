import { z } from 'zod'
import { TICKET_PAPERS } from '#domain/tickets/ticket-settings'

export const paperQuery = z.object({
  paper: z.enum(TICKET_PAPERS, { error: 'paper must be 80 or 58' }).optional(),
})
