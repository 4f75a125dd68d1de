import { type Context, Hono } from 'hono'
import { DomainError } from '#domain/errors'
import { isOwnDevice } from '#domain/reachability'
import { TICKET_PATH } from '#domain/tickets/ticket-view'
import { getTicketView } from '../../queries/tickets.ts'
import { createTicket, TEST_TICKET_ID } from '../../security/ticket.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { getPublicUrl, isForThisComputer } from '../public-url.ts'
import { matchesEtag } from '../send-file.ts'

export const phoneTickets = new Hono<AppEnv>().get('/:ticket', async c => {
  const { app } = c.var
  const view = await getTicketView(app, c.req.param('ticket'))
  const etag = `"${Bun.hash(JSON.stringify(view)).toString(36)}"`
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, { etag })
  return c.json({ ...view, asOf: app.now() }, 200, { etag })
})

export const tickets = new Hono<AppEnv>().use(requireSession).get('/test', c => {
  const { app } = c.var
  const url = getTicketUrl(c, createTicket(app.config, TEST_TICKET_ID))
  return c.json({ url, openedAt: app.ticketTest.openedAt, now: app.now() })
})

/** Returns the address for a phone. Throws a DomainError if phones cannot reach it. */
export function getTicketUrl(c: Context<AppEnv>, ticket: string) {
  const url = getPublicUrl(c, `${TICKET_PATH}/${ticket}`)
  if (!isOwnDevice(new URL(url).hostname)) return url
  throw new DomainError(isForThisComputer(c) ? LISTENS_HERE_ONLY : NO_NETWORK)
}

export function findTicketUrl(c: Context<AppEnv>, ticket: string) {
  try {
    return getTicketUrl(c, ticket)
  } catch (cause) {
    if (cause instanceof DomainError) return null
    throw cause
  }
}

const NO_NETWORK =
  'Tell your administrator: phones cannot reach this computer, because it has no address in a network. Connect it, or set --public-url.'
const LISTENS_HERE_ONLY =
  'Tell your administrator: phones cannot reach this program, because it listens on this computer only. Start it without --host, or set --public-url.'
