import { findRegisteredAt } from '#db/repositories/patients'
import { DomainError } from '#domain/errors'
import { toOrderRules } from '#domain/queue/order-rules'
import { type TicketView, toTicketViews } from '#domain/tickets/ticket-view'
import type { App } from '../context.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createTicket, getTicketId, isTicketOf, TEST_TICKET_ID } from '../security/ticket.ts'
import { getPatients, QUEUE_TABLES } from './queue.ts'
import { getSettings } from './settings.ts'
import { getForecaster } from './waiting/estimates.ts'

/** Longest delay until a ticket shows the end of a hold. */
const VIEWS_TTL_MS = 5_000
/** Longest delay until a ticket shows other patients' steps. It shows its own patient's at once. */
const LATEST_MS = 1_000
const TABLES = [...QUEUE_TABLES, 'settings'] as const

const UNKNOWN = 'We could not find this ticket. Please ask at the counter.'
const OVER = 'This ticket was for an earlier day.'
const TOO_MANY = 'This ticket is asked for too often. Please wait a moment.'
const TICKETS_OFF = 'Tickets are turned off'

export async function getTicketSettings(app: App) {
  const { ticketMode, ticketPaper, ticketText } = await getSettings(app)
  return { mode: ticketMode, paper: ticketPaper, text: ticketText }
}

/** Rejects an unknown ticket with 404 and a ticket of an earlier day with 410. */
export async function getTicketView(app: App, ticket: string): Promise<TicketView> {
  const { mode } = await getTicketSettings(app)
  const id = mode === 'off' ? TEST_TICKET_ID : getTicketId(ticket)
  const listed = await findTicketView(app, id)
  const isValid = isTicketOf(app.config, ticket, id, listed?.patient.registeredAt)
  if (listed && isValid) {
    await assertNotTooOften(app, id)
    return listed.view
  }
  // Run the same query for every rejected ticket, so the response time reveals nothing.
  const registeredAt = await app.read(db => findRegisteredAt(db, id))
  const isOver = isTicketOf(app.config, ticket, id, registeredAt ?? '') && registeredAt !== null
  if (!isOver) throw new DomainError(UNKNOWN, { status: 404 })
  await assertNotTooOften(app, id)
  throw new DomainError(OVER, { status: 410 })
}

async function assertNotTooOften({ limits, now }: App, id: number) {
  refuseTooMany(await limits.ticket.consume(`${id}`, Date.parse(now())), TOO_MANY)
}

export async function getTicket(app: App, patientId: number) {
  const { mode } = await getTicketSettings(app)
  if (mode === 'off') throw new DomainError(TICKETS_OFF, { status: 404 })
  const listed = await findTicketView(app, patientId)
  if (!listed) throw new DomainError('Patient not found', { status: 404 })
  const { patient, view } = listed
  return { ticket: createTicket(app.config, patientId, patient.registeredAt), view }
}

export async function findListedTicket(app: App, ticket: string) {
  const { mode } = await getTicketSettings(app)
  const listed = mode === 'off' ? null : await findTicketView(app, getTicketId(ticket))
  const { id, registeredAt } = listed?.patient ?? { id: TEST_TICKET_ID, registeredAt: '' }
  return isTicketOf(app.config, ticket, id, registeredAt) ? listed : null
}

async function findTicketView(app: App, id: number) {
  const patient = await app.patients.find(id)
  if (!patient) return null
  const turn = (ms: number) => `${Math.floor(Date.parse(app.now()) / ms)}`
  const makeNewest = () =>
    app.cached('newest tickets', () => makeTickets(app), TABLES, turn(VIEWS_TTL_MS))
  const made = await app.cached('tickets', makeNewest, [], turn(LATEST_MS))
  const own = made.get(id)
  return own?.patient === patient ? own : ((await makeNewest()).get(id) ?? null)
}

async function makeTickets(app: App) {
  const now = app.now()
  const [patients, settings, { getRange }] = await Promise.all([
    getPatients(app),
    getSettings(app),
    getForecaster(app),
  ])
  const views = toTicketViews(patients, { now, rules: toOrderRules(settings).next, getRange })
  return new Map(
    patients.flatMap(patient => {
      const view = views.get(patient.id)
      return view ? [[patient.id, { patient, view }] as const] : []
    }),
  )
}
