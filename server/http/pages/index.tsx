import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ReactNode } from 'react'
import type { AuditedChange } from '#domain/audit/audit-entry'
import { QR_PAGE_PATH } from '#domain/auth/qr-session'
import { KIOSK_PATH, PAIRING_PATH } from '#domain/display/tv-device'
import { getKioskPrintPath } from '#domain/kiosk/kiosk'
import { LICENSES_PATH, listPages, SIDEBAR_COOKIE, SIDEBAR_STATES } from '#domain/pages'
import { getPrintPath, TICKET_PATH } from '#domain/tickets/ticket-view'
import { toPageTimeZone } from '#domain/time'
import { SCREENS } from '../../../routes/index.tsx'
import { renderKiosk } from '../../../routes/kiosk.tsx'
import { renderLogin, renderPhone } from '../../../routes/login.tsx'
import { NotFound, Shell, TvReady } from '../../../routes/shell.tsx'
import { getPairingPage, getTvPage, type TvResponse } from '../../../routes/tv.ts'
import { readLicenses } from '../../config/licenses.ts'
import { BUILD } from '../../config/version.ts'
import { mayReadReports } from '../../queries/reports.ts'
import { getClinic } from '../../queries/settings.ts'
import { findDeviceByToken } from '../../queries/tv-devices.ts'
import { type Document, renderDocument } from '../../render/document.tsx'
import { renderTvDocument } from '../../render/tv-document.tsx'
import { toSignedInUser } from '../api/auth.ts'
import type { Assets } from '../assets.ts'
import { recordAudit } from '../audit.ts'
import { getClientAddress } from '../client-address.ts'
import { getCsvSeparator } from '../downloads.ts'
import type { AppEnv } from '../middleware/auth.ts'
import { getPublicUrl } from '../public-url.ts'
import { formatSignedOutCookie, getSession } from '../session-cookie.ts'
import { sendKioskTicket, sendPaperTicket, sendPhonePage } from './tickets.tsx'

const NO_STORE = { 'cache-control': 'no-store' }
const PLAIN_TEXT = { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }

export function pages(assets: Assets) {
  const hono = new Hono<AppEnv>()
  for (const page of SCREENS) hono.get(page.path, c => renderPage(c, assets, page))
  hono.get(PAIRING_PATH, c => renderTv(c, assets, () => getPairingPage(c.var.app, 'tv')))
  hono.get(`${PAIRING_PATH}/:token`, c =>
    renderTv(c, assets, () => getTvPage(c.var.app, c.req.param('token'))),
  )
  hono.get(KIOSK_PATH, c => renderTv(c, assets, () => getPairingPage(c.var.app, 'kiosk')))
  hono.get(`${KIOSK_PATH}/:token`, c => sendKioskPage(c, assets))
  hono.get(getKioskPrintPath(':token', ':ticket'), async c => {
    const ticket = await sendKioskTicket(c, assets)
    return ticket ?? renderPage(c, assets, null)
  })
  hono.get(`${TICKET_PATH}/:ticket`, c => sendPhonePage(c, assets, c.req.param('ticket')))
  hono.get(getPrintPath(':id'), async c => {
    const ticket = (await getSession(c)) && (await sendPaperTicket(c, assets))
    return ticket ?? renderPage(c, assets, null)
  })
  hono.get(LICENSES_PATH, async c => {
    const licenses = (await getSession(c)) && readLicenses()
    return licenses ? c.body(licenses, 200, PLAIN_TEXT) : renderPage(c, assets, null)
  })
  hono.get(QR_PAGE_PATH, c => renderPhonePage(c, assets, ''))
  hono.get(`${QR_PAGE_PATH}/:sessionId`, c => renderPhonePage(c, assets, c.req.param('sessionId')))
  return hono
}

export function renderNotFound(c: Context, assets: Assets) {
  return renderPage(c, assets, null)
}

async function renderTv(c: Context<AppEnv>, assets: Assets, getPage: () => Promise<TvResponse>) {
  const version = c.var.app.channel.getVersion()
  const { page, title, status, frameAncestors } = await getPage()
  if (frameAncestors) c.set('frameAncestors', frameAncestors)
  const html = renderTvDocument(assets, page, { title, now: c.var.app.now(), version })
  return sendHtml(c, assets, html, status)
}

/** Shows a pairing code if the token is invalid, because nobody at a kiosk can leave the page. */
async function sendKioskPage(c: Context<AppEnv>, assets: Assets) {
  const { app } = c.var
  const token = c.req.param('token') ?? ''
  if (!(await findDeviceByToken(app, 'kiosk', token))) {
    return renderTv(c, assets, () => getPairingPage(app, 'kiosk', 404))
  }
  return sendDocument(c, assets, { session: 'kiosk', ...(await renderKiosk(app, token)) })
}

async function renderPhonePage(c: Context<AppEnv>, assets: Assets, sessionId: string) {
  const { app } = c.var
  const body = await renderPhone({ app, sessionId, version: BUILD.version })
  const title = 'QR Login · Clinic Calling System'
  return sendDocument(c, assets, { title, session: 'out', body })
}

type Screen = (typeof SCREENS)[number]

async function renderPage(c: Context<AppEnv>, assets: Assets, page: Screen | null) {
  const { app } = c.var
  const session = await getSession(c)
  const version = app.channel.getVersion()
  if (!session) {
    const body = await renderLogin(app)
    return sendDocument(c, assets, { title: 'Login', session: 'out', body }, page ? 200 : 404)
  }

  const user = await toSignedInUser(app, session)
  if (page?.path === '/' && c.req.query('fullscreen') === '1') {
    const title = `Dashboard · ${user.clinicName}`
    const signedOutCookie = formatSignedOutCookie(c)
    const body = <TvReady username={user.username} />
    // The page does not watch the session, because the display outlives the session.
    return sendDocument(c, assets, { title, session: 'out', signedOutCookie, body })
  }
  const visit = {
    app,
    user,
    query: (name: string) => c.req.query(name),
    signal: c.req.raw.signal,
    cookie: (name: string) => getCookie(c, name),
    getPublicUrl: (path: string) => getPublicUrl(c, path),
    csvSeparator: getCsvSeparator(c),
    recordAudit: (change: AuditedChange) =>
      recordAudit(c, change, { user, address: getClientAddress(c) }),
  }
  const hasReports = await mayReadReports(app, user)
  const pages = listPages({ role: user.role, hasReports })
  const allowedPage = pages.some(({ name }) => name === page?.name) ? page : null
  const content: ReactNode = allowedPage ? await allowedPage.render(visit) : <NotFound />
  const title = `${allowedPage?.title ?? '404 - Page Not Found'} · ${user.clinicName}`
  const { logoUrl } = await getClinic(app)
  const sidebar = SIDEBAR_STATES.find(state => state === getCookie(c, SIDEBAR_COOKIE)) ?? 'auto'
  const body = (
    <Shell
      user={user}
      path={allowedPage?.path ?? ''}
      sidebar={sidebar}
      hasReports={hasReports}
      isDemo={app.config.isDemo}
    >
      {content}
    </Shell>
  )
  const document = {
    ...({ title, session: 'in', logoUrl, version, sidebar, body, userId: user.id } as const),
    signedOutCookie: formatSignedOutCookie(c),
    timeZone: toPageTimeZone(app.config.timeZone),
    sheet: allowedPage?.sheet,
    page: allowedPage?.name,
  }
  return sendDocument(c, assets, document, allowedPage ? 200 : 404)
}

async function sendDocument(
  c: Context<AppEnv>,
  assets: Assets,
  document: Omit<Document, 'now'>,
  status: 200 | 404 = 200,
) {
  const html = await renderDocument(assets, { ...document, now: c.var.app.now() })
  return sendHtml(c, assets, html, status)
}

/** Forbids caching, because the next user of this computer may be another person. */
function sendHtml(c: Context, assets: Assets, html: string, status: 200 | 404) {
  const page = assets.isDev ? html : moveStylesToData(html)
  return c.html(page, status, NO_STORE)
}

/** static/styles.js applies `data-style`, because the policy forbids inline styles. */
function moveStylesToData(html: string) {
  return html.replaceAll(' style="', ' data-style="')
}
