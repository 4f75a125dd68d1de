import { KIOSK_PATH } from '../display/tv-device.ts'
import type { PatientQueue } from '../queues/patient-queue.ts'
import type { Settings } from '../settings-record.ts'
import { getClinicMinute, MINUTE_MS, type TimeZone } from '../time.ts'

export const UNKNOWN_KIOSK = 'This kiosk is not connected. Ask an administrator to connect it.'

/** Maximum registrations of one kiosk. A patient needs more than ten seconds. */
export const KIOSK_RATE = { max: 6, windowMs: MINUTE_MS }

export const PRINTABLE_FOR_MS = 2 * MINUTE_MS

export function getKioskPrintPath(token: string, ticket: string) {
  return `${KIOSK_PATH}/${token}/tickets/${ticket}`
}

export type NameMode = Settings['kioskNames']

export type KioskView = {
  clinicName: string
  logoUrl?: string
  isOpen: boolean
  /** HH:MM by the clinic's clock; both null if the kiosk is always open. */
  opensAt: string | null
  closesAt: string | null
  names: NameMode
  queues: PatientQueue[]
  prints: boolean
  hasTickets: boolean
}

/** `ticketUrl`: null if tickets are off, or if phones cannot open the address. */
export type KioskRegistration = { label: string; ticketUrl: string | null }

type Hours = Pick<Settings, 'kioskFrom' | 'kioskTo'>
export type OpeningHours = { opensAt: string | null; closesAt: string | null }

export function getOpeningHours({ kioskFrom, kioskTo }: Hours): OpeningHours {
  const isAlways = kioskFrom === '' || kioskTo === ''
  return isAlways ? { opensAt: null, closesAt: null } : { opensAt: kioskFrom, closesAt: kioskTo }
}

export function isOpenAt(instant: string, hours: Hours, timeZone: TimeZone) {
  return isOpenDuring(getClinicMinute(instant, timeZone), getOpeningHours(hours))
}

/** `minute` is HH:MM. Hours may pass midnight, such as 18:00 to 02:00. */
export function isOpenDuring(minute: string, { opensAt, closesAt }: OpeningHours) {
  if (opensAt === null || closesAt === null) return true
  // Times of equal length sort as texts, and 24:00 sorts after all others.
  const [isAfterOpening, isBeforeClosing] = [opensAt <= minute, minute < closesAt]
  return opensAt < closesAt ? isAfterOpening && isBeforeClosing : isAfterOpening || isBeforeClosing
}
