import type { Context } from 'hono'
import { DomainError } from '#domain/errors'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { chooseLanguage, LANGUAGES } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'
import { renderPaperTicket } from '../../../routes/paper-ticket.tsx'
import { TicketMessage, TicketPage } from '../../../routes/ticket.tsx'
import { getKioskTicket } from '../../queries/kiosk.ts'
import { getClinic } from '../../queries/settings.ts'
import { getTicket, getTicketSettings, getTicketView } from '../../queries/tickets.ts'
import { renderTicketDocument } from '../../render/ticket-document.tsx'
import { isTicketOf, TEST_TICKET_ID } from '../../security/ticket.ts'
import { getTicketUrl } from '../api/tickets.ts'
import type { Assets } from '../assets.ts'
import type { AppEnv } from '../middleware/auth.ts'
import { getContentSecurityPolicy } from '../middleware/security-headers.ts'
import { idField } from '../schemas/fields.ts'

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

export async function sendPaperTicket(c: Context<AppEnv>, assets: Assets) {
  const id = idField.safeParse(c.req.param('id'))
  const found = id.success ? await getTicket(c.var.app, id.data).catch(toNull) : null
  return found && sendPaper(c, assets, found)
}

/** Returns null unless a kiosk has just made the ticket. */
export async function sendKioskTicket(c: Context<AppEnv>, assets: Assets) {
  const found = await getKioskTicket(c.var.app, {
    token: c.req.param('token'),
    ticket: c.req.param('ticket') ?? '',
  })
  return found && sendPaper(c, assets, found)
}

type Found = { ticket: string; view: TicketView }

async function sendPaper(c: Context<AppEnv>, assets: Assets, { ticket, view }: Found) {
  const { app } = c.var
  const [settings, clinic] = await Promise.all([getTicketSettings(app), getClinic(app)])
  const typed = c.req.query('paper') ?? ''
  const paper = SETTINGS_SCHEMA.ticketPaper.type.isValid(typed) ? typed : settings.paper
  const { timeZone } = app.config
  const url = getTicketUrl(c, ticket)
  const props = { ...clinic, text: settings.text, paper, view, url, now: app.now(), timeZone }
  const html = renderTicketDocument(assets, {
    title: view.label,
    language: 'en',
    isForPhone: false,
    body: await renderPaperTicket(props),
  })
  // Reception and kiosks print the ticket in a frame of their page.
  c.header('x-frame-options', 'SAMEORIGIN')
  if (!assets.isDev) c.header('content-security-policy', getContentSecurityPolicy(c, "'self'"))
  return c.html(html, 200, HEADERS)
}

function toNull(error: unknown) {
  if (error instanceof DomainError && error.status === 404) return null
  throw error
}

export async function sendPhonePage(c: Context<AppEnv>, assets: Assets, ticket: string) {
  const { app } = c.var
  const language = chooseLanguage(c.req.query('lang'), c.req.header('accept-language'))
  const clinic = await getClinic(app)
  const { clinicName } = clinic
  const page = await getPhonePage(c, ticket).catch(toRefusal)
  const { sentences } = LANGUAGES[language]
  const props = { app, ticket, language, clinic }
  const html = renderTicketDocument(assets, {
    title: page.kind === 'ticket' ? `${page.view.label} · ${clinicName}` : clinicName,
    language,
    isForPhone: true,
    body:
      page.kind === 'ticket' ? (
        <TicketPage {...props} view={page.view} />
      ) : (
        <TicketMessage {...props} text={sentences[page.sentence]} />
      ),
  })
  return c.html(html, page.status, HEADERS)
}

async function getPhonePage(c: Context<AppEnv>, ticket: string) {
  const { app } = c.var
  if (isTicketOf(app.config, ticket, TEST_TICKET_ID)) {
    app.ticketTest.openedAt = app.now()
    return { kind: 'message', status: 200, sentence: 'reached' } as const
  }
  return { kind: 'ticket', status: 200, view: await getTicketView(app, ticket) } as const
}

function toRefusal(error: unknown) {
  if (!(error instanceof DomainError)) throw error
  if (error.status === 404) return { kind: 'message', status: 404, sentence: 'unknown' } as const
  if (error.status === 410) return { kind: 'message', status: 410, sentence: 'over' } as const
  throw error
}
