import { getOpeningHours, isOpenAt, type KioskView, PRINTABLE_FOR_MS } from '#domain/kiosk/kiosk'
import { KIOSK_TYPE } from '#domain/patients/patient'
import { listActive, toPatientQueue } from '#domain/queues/patient-queue'
import { isEnabled } from '#domain/settings-record'
import type { App } from '../context.ts'
import { getQueues } from './queue.ts'
import { getClinic, getSettings } from './settings.ts'
import { findListedTicket } from './tickets.ts'
import { findDeviceByToken } from './tv-devices.ts'

export async function getKioskView(app: App): Promise<KioskView> {
  const [settings, { clinicName, logoUrl }, queues] = await Promise.all([
    getSettings(app),
    getClinic(app),
    getQueues(app),
  ])
  const hasTickets = settings.ticketMode !== 'off'
  return {
    clinicName,
    ...(logoUrl ? { logoUrl } : {}),
    isOpen: isOpenAt(app.now(), settings, app.config.timeZone),
    ...getOpeningHours(settings),
    names: settings.kioskNames,
    queues: listActive(queues).map(toPatientQueue),
    prints: hasTickets && isEnabled(settings, 'kioskPrints'),
    hasTickets,
  }
}

type Request = { token: string | undefined; ticket: string }

/** Returns the ticket if a kiosk has just made it, so the kiosk may print it. Otherwise null. */
export async function getKioskTicket(app: App, { token, ticket }: Request) {
  const device = await findDeviceByToken(app, 'kiosk', token)
  const settings = await getSettings(app)
  if (!device || !isEnabled(settings, 'kioskPrints')) return null
  const listed = await findListedTicket(app, ticket)
  if (listed?.patient.type !== KIOSK_TYPE) return null
  const ageMs = Date.parse(app.now()) - Date.parse(listed.patient.registeredAt)
  return Math.abs(ageMs) < PRINTABLE_FOR_MS ? { ticket, view: listed.view } : null
}
