export const TICKET_PATH = '/t'

export const getPrintPath = (patientId: number | ':id') => `/tickets/${patientId}`

/** What a ticket's page tells reception's page, which prints it in a frame. */
export const PRINTED = 'ticket printed'
