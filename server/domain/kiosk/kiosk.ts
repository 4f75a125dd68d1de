import { KIOSK_PATH } from '../display/tv-device.ts'
import type { PatientQueue } from '../queues/patient-queue.ts'
import type { Settings } from '../settings-record.ts'
import { MINUTE_MS } from '../time.ts'

export const UNKNOWN_KIOSK = 'This kiosk is not connected. Ask an administrator to connect it.'

/** Registrations of one kiosk. A patient needs more than ten seconds. */
export const KIOSK_RATE = { max: 6, windowMs: MINUTE_MS }

/** A kiosk may print the ticket that it has made for so long. */
export const PRINTABLE_FOR_MS = 2 * MINUTE_MS

export function getKioskPrintPath(token: string, ticket: string) {
  return `${KIOSK_PATH}/${token}/tickets/${ticket}`
}

export type NameMode = Settings['kioskNames']

/** What its page needs, and all that it knows of the clinic. */
export type KioskView = {
  clinicName: string
  logoUrl?: string
  isOpen: boolean
  /** HH:MM by the clinic's clock; both null if it is always open. */
  opensAt: string | null
  closesAt: string | null
  names: NameMode
  queues: PatientQueue[]
  /** Whether the ticket is printed; never without tickets. */
  prints: boolean
  hasTickets: boolean
}

/** `ticketUrl`: null without tickets, and where no phone could open it. */
export type KioskRegistration = { label: string; ticketUrl: string | null }
