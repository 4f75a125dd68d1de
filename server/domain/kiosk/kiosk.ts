import { KIOSK_PATH } from '../display/tv-device.ts'
import type { PatientQueue } from '../queues/patient-queue.ts'
import type { Settings } from '../settings-record.ts'
import { MINUTE_MS } from '../time.ts'

export const UNKNOWN_KIOSK = 'This kiosk is not connected. Ask an administrator to connect it.'

/** Maximum registrations of one kiosk. A patient needs more than ten seconds. */
export const KIOSK_RATE = { max: 6, windowMs: MINUTE_MS }

/** Time after a registration in which a kiosk may print the ticket. */
export const PRINTABLE_FOR_MS = 2 * MINUTE_MS

export function getKioskPrintPath(token: string, ticket: string) {
  return `${KIOSK_PATH}/${token}/tickets/${ticket}`
}

export type NameMode = Settings['kioskNames']

/** All data about the clinic that a kiosk's page receives. */
export type KioskView = {
  clinicName: string
  logoUrl?: string
  isOpen: boolean
  /** HH:MM by the clinic's clock; both null if the kiosk is always open. */
  opensAt: string | null
  closesAt: string | null
  names: NameMode
  queues: PatientQueue[]
  /** True if the kiosk prints tickets; false while tickets are off. */
  prints: boolean
  hasTickets: boolean
}

/** `ticketUrl`: null if tickets are off, or if phones cannot open the address. */
export type KioskRegistration = { label: string; ticketUrl: string | null }
