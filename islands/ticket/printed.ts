/** What a ticket's page tells reception's page, which prints it in a frame. */
export const PRINTED = 'ticket printed'
