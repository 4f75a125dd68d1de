import { MINUTE_MS } from '#domain/time'
import type { RateLimit } from './rate-limit.ts'
import { base32, createMac, isEqualConstantTime, type SecretKey } from './tokens.ts'

const MAC_BYTES = 16
const TICKET = /^(\d{1,12})-([a-z2-7]{26})$/

/** Counts per ticket, as a clinic's phones share one address. Five phones ask 60 times a minute. */
export const TICKET_RATE: RateLimit = { max: 120, windowMs: MINUTE_MS }

export const TEST_TICKET_ID = 0

/** The MAC includes the time of registration, because a restore may reuse a patient's id. */
export function createTicket(key: SecretKey, patientId: number, registeredAt = '') {
  const text = `ticket ${patientId} ${registeredAt}`.trim()
  return `${patientId}-${base32(createMac(key, text).subarray(0, MAC_BYTES))}`
}

/** Returns the id in a ticket, or the test's id. Confirm the id with `isTicketOf`. */
export function getTicketId(ticket: string) {
  return Number(TICKET.exec(ticket)?.[1] ?? TEST_TICKET_ID)
}

/** A wrong or malformed ticket takes the same time. */
export function isTicketOf(key: SecretKey, ticket: string, id: number, registeredAt = '') {
  return isEqualConstantTime(createTicket(key, id, registeredAt), ticket)
}
