import { timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '#domain/time'
import type { RateLimit } from './rate-limit.ts'
import { base32, createMac, type SecretKey } from './tokens.ts'

const MAC_BYTES = 16
const TICKET = /^(\d{1,12})-([a-z2-7]{26})$/

/** By ticket, because a clinic's phones share one address. Five phones ask 60 times a minute. */
export const TICKET_RATE: RateLimit = { max: 120, windowMs: MINUTE_MS }

export const TEST_TICKET_ID = 0

/** A patient's id with a MAC of 128 bits over it; nothing is stored. */
export function createTicket(key: SecretKey, patientId: number) {
  return `${patientId}-${getMac(key, patientId)}`
}

export function readTicket(key: SecretKey, ticket: string): number | null {
  const [, digits = '', mac = ''] = TICKET.exec(ticket) ?? []
  const id = Number(digits)
  // A malformed ticket takes the same time as a wrong one.
  const expected = Buffer.from(getMac(key, id))
  const isValid = timingSafeEqual(expected, Buffer.from(mac.padEnd(expected.length)))
  return isValid && String(id) === digits ? id : null
}

function getMac(key: SecretKey, patientId: number) {
  return base32(createMac(key, `ticket ${patientId}`).subarray(0, MAC_BYTES))
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
