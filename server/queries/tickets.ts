import { isPatientKept } from '#db/repositories/patients'
import { DomainError } from '#domain/errors'
import { toOrderRules } from '#domain/queue/order-rules'
import {
  TICKET_MODES,
  TICKET_PAPERS,
  type TicketMode,
  type TicketPaper,
} from '#domain/tickets/ticket-settings'
import { type TicketView, toTicketViews } from '#domain/tickets/ticket-view'
import type { App } from '../context.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createTicket, readTicket } from '../security/ticket.ts'
import { getPatients } from './queue.ts'
import { getSettings } from './settings.ts'
import { getForecaster } from './waiting/estimates.ts'

/** A hold that ends is seen after this at most; every step at a desk is seen at once. */
const VIEWS_TTL_MS = 5_000

const UNKNOWN = 'This ticket is not known. Please ask at the counter.'
const OVER = 'This ticket was for an earlier day.'
const TOO_MANY = 'This ticket is asked for too often. Please wait a moment.'
export const TICKETS_OFF = 'Tickets are turned off'

type TicketSettings = { mode: TicketMode; paper: TicketPaper; text: string; clinicName: string }

export async function getTicketSettings(app: App): Promise<TicketSettings> {
  const { ticketMode, ticketPaper, ticketText = '', clinicName = '' } = await getSettings(app)
  return {
    mode: TICKET_MODES.find(mode => mode === ticketMode) ?? 'off',
    paper: TICKET_PAPERS.find(paper => paper === ticketPaper) ?? '80',
    text: ticketText,
    clinicName,
  }
}

/** Refuses an unknown ticket with 404 and one of an earlier day with 410. */
export async function getTicketView(app: App, ticket: string): Promise<TicketView> {
  const { mode } = await getTicketSettings(app)
  const id = mode === 'off' ? null : readTicket(app.config, ticket)
  if (id !== null)
    refuseTooMany(await app.limits.ticket.consume(`${id}`, Date.parse(app.now())), TOO_MANY)
  const view = (await getTicketViews(app)).get(id ?? 0)
  if (view) return view
  // The same query for every refused ticket, so that the time tells nothing.
  const isKept = await app.read(db => isPatientKept(db, id ?? 0))
  throw isKept ? new DomainError(OVER, { status: 410 }) : new DomainError(UNKNOWN, { status: 404 })
}

export async function getTicket(app: App, patientId: number) {
  const { mode } = await getTicketSettings(app)
  if (mode === 'off') throw new DomainError(TICKETS_OFF, { status: 404 })
  const view = (await getTicketViews(app)).get(patientId)
  if (!view) throw new DomainError('Patient not found', { status: 404 })
  return { ticket: createTicket(app.config, patientId), view }
}

async function getTicketViews(app: App) {
  const now = app.now()
  const turn = Math.floor(Date.parse(now) / VIEWS_TTL_MS)
  return app.cached(`tickets ${turn}`, async () => {
    const [patients, settings, { getRange }] = await Promise.all([
      getPatients(app),
      getSettings(app),
      getForecaster(app),
    ])
    return toTicketViews(patients, { now, rules: toOrderRules(settings).next, getRange })
  })
}
