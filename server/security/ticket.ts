import { timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '#domain/time'
import type { RateLimit } from './rate-limit.ts'
import { base32, createMac, type SecretKey } from './tokens.ts'

const MAC_BYTES = 16
const TICKET = /^(\d{1,12})-([a-z2-7]{26})$/

/** By ticket, because a clinic's phones share one address. Five phones ask 60 times a minute. */
export const TICKET_RATE: RateLimit = { max: 120, windowMs: MINUTE_MS }

export const TEST_TICKET_ID = 0

/**
 * A patient's id with a MAC of 128 bits over it; nothing is stored. The time of registration belongs
 * to it, because a restore of older data gives the same id to another patient.
 */
export function createTicket(key: SecretKey, patientId: number, registeredAt = '') {
  const text = `ticket ${patientId} ${registeredAt}`.trim()
  return `${patientId}-${base32(createMac(key, text).subarray(0, MAC_BYTES))}`
}

/** The id that a ticket names, which `isTicketOf` must confirm; that of the test if it names none. */
export function getTicketId(ticket: string) {
  return Number(TICKET.exec(ticket)?.[1] ?? TEST_TICKET_ID)
}

/** A wrong or malformed ticket takes the same time. */
export function isTicketOf(key: SecretKey, ticket: string, id: number, registeredAt = '') {
  const known = Buffer.from(createTicket(key, id, registeredAt))
  const given = Buffer.from(ticket)
  return given.length === known.length && timingSafeEqual(known, given)
}

export function createTicketTest(now: () => string) {
  let openedAt: string | null = null
  return {
    recordOpened() {
      openedAt = now()
    },
    getOpenedAt: () => openedAt,
  }
}
