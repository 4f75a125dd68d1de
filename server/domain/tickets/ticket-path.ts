/** The page of a ticket is `/t/{ticket}`. */
export const TICKET_PATH = '/t'

export const getPrintPath = (patientId: number | ':id') => `/tickets/${patientId}`
