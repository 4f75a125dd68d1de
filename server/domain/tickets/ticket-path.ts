/** The page of a ticket is `/t/{ticket}`. */
export const TICKET_PATH = '/t'

/** The page that prints a patient's ticket, for staff. */
export const getPrintPath = (patientId: number | ':id') => `/tickets/${patientId}`
