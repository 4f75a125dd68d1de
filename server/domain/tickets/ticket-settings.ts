export const TICKET_MODES = ['off', 'screen', 'print'] as const
export type TicketMode = (typeof TICKET_MODES)[number]

export const TICKET_PAPERS = ['80', '58'] as const
export type TicketPaper = (typeof TICKET_PAPERS)[number]
