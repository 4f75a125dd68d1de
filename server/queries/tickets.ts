import { findRegisteredAt } from '#db/repositories/patients'
import { DomainError } from '#domain/errors'
import { toOrderRules } from '#domain/queue/order-rules'
import { type TicketView, toTicketViews } from '#domain/tickets/ticket-view'
import type { App } from '../context.ts'
import { refuseTooMany } from '../security/rate-limit.ts'
import { createTicket, getTicketId, isTicketOf, TEST_TICKET_ID } from '../security/ticket.ts'
import { getPatients } from './queue.ts'
import { getSettings } from './settings.ts'
import { getForecaster } from './waiting/estimates.ts'

/** A hold that ends is seen after this at most; every step at a desk is seen at once. */
const VIEWS_TTL_MS = 5_000

const UNKNOWN = 'This ticket is not known. Please ask at the counter.'
const OVER = 'This ticket was for an earlier day.'
const TOO_MANY = 'This ticket is asked for too often. Please wait a moment.'
const TICKETS_OFF = 'Tickets are turned off'

export async function getTicketSettings(app: App) {
  const { ticketMode, ticketPaper, ticketText, clinicName } = await getSettings(app)
  return { mode: ticketMode, paper: ticketPaper, text: ticketText, clinicName }
}

/** Refuses an unknown ticket with 404 and one of an earlier day with 410. */
export async function getTicketView(app: App, ticket: string): Promise<TicketView> {
  const { mode } = await getTicketSettings(app)
  const id = mode === 'off' ? TEST_TICKET_ID : getTicketId(ticket)
  const listed = (await getTicketViews(app)).get(id)
  const isValid = isTicketOf(app.config, ticket, id, listed?.registeredAt)
  if (listed && isValid) {
    await assertNotTooOften(app, id)
    return listed.view
  }
  // The same query for every refused ticket, so that the time tells nothing.
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
  const listed = (await getTicketViews(app)).get(patientId)
  if (!listed) throw new DomainError('Patient not found', { status: 404 })
  const { registeredAt, view } = listed
  return { ticket: createTicket(app.config, patientId, registeredAt), view }
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
    const rules = toOrderRules(settings).next
    const views = toTicketViews(patients, { now, rules, getRange })
    return new Map(
      patients.flatMap(({ id, registeredAt }) => {
        const view = views.get(id)
        return view ? [[id, { registeredAt, view }] as const] : []
      }),
    )
  })
}
