import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ReactNode } from 'react'
import { QR_PAGE_PATH } from '#domain/auth/qr-session'
import { PAIRING_PATH } from '#domain/display/tv-paths'
import { SIDEBAR_COOKIE } from '../../../islands/shell/use-collapsed.ts'
import { version } from '../../../package.json'
import { PAGES } from '../../../routes/index.ts'
import { drawLogin } from '../../../routes/login.tsx'
import { NotFound } from '../../../routes/not-found.tsx'
import type { Page } from '../../../routes/page.ts'
import { drawPhone } from '../../../routes/phone.tsx'
import { Shell } from '../../../routes/shell.tsx'
import { type DrawnTv, drawPairing, drawTv } from '../../../routes/tv.ts'
import type { Assets } from '../../render/assets.ts'
import { renderDocument } from '../../render/document.tsx'
import { stylesAsData } from '../../render/styles-as-data.ts'
import { renderTvDocument } from '../../render/tv-document.tsx'
import type { Door } from '../middleware/auth.ts'
import { sessionFrom } from '../session-cookie.ts'
import { signedInUser } from './auth.ts'

/** The screens: each address draws its page for the signed-in and the login for everybody else. */
export function pages(assets: Assets) {
  const app = new Hono<Door>()
  for (const page of PAGES) app.get(page.path, c => show(c, assets, page))
  app.get(PAIRING_PATH, async c => showTv(c, assets, await drawPairing(c.var.clinic)))
  app.get(`${PAIRING_PATH}/:token`, async c => {
    return showTv(c, assets, await drawTv(c.var.clinic, c.req.param('token')))
  })
  app.get(QR_PAGE_PATH, c => showPhone(c, assets, ''))
  app.get(`${QR_PAGE_PATH}/:sessionId`, c => showPhone(c, assets, c.req.param('sessionId')))
  return app
}

export function showUnknownPage(c: Context, assets: Assets) {
  return show(c, assets, null)
}

function showTv(c: Context<Door>, assets: Assets, { page, title, status }: DrawnTv) {
  return send(c, assets, renderTvDocument(assets, page, { title, now: c.var.clinic.now() }), status)
}

/** Before any question who is asking: a phone needs no session, and gets none. */
async function showPhone(c: Context<Door>, assets: Assets, sessionId: string) {
  const { clinic } = c.var
  const body = await drawPhone({ clinic, sessionId, version })
  const title = 'QR Login · Clinic Calling System'
  const html = await renderDocument(assets, { title, session: 'out', now: clinic.now(), body })
  return send(c, assets, html, 200)
}

async function show(c: Context<Door>, assets: Assets, page: Page | null) {
  const { clinic } = c.var
  const session = await sessionFrom(c)
  const now = clinic.now()
  if (!session) {
    const body = await drawLogin(clinic)
    return send(
      c,
      assets,
      await renderDocument(assets, { title: 'Login', session: 'out', now, body }),
      200,
    )
  }

  const user = await signedInUser(clinic, session)
  const found = page && (!page.adminOnly || user.role === 'admin') ? page : null
  const visit = { clinic, session, user, query: (name: string) => c.req.query(name) }
  const content: ReactNode = found ? await found.draw(visit) : <NotFound />
  const title = `${found?.title ?? '404 - Page Not Found'} · ${user.clinicName}`
  const isCollapsed = getCookie(c, SIDEBAR_COOKIE) === 'collapsed'
  const body = (
    <Shell user={user} path={found?.path ?? ''} isCollapsed={isCollapsed} isDemo={clinic.isDemo}>
      {content}
    </Shell>
  )
  const html = await renderDocument(assets, { title, session: 'in', userId: user.id, now, body })
  return send(c, assets, html, found ? 200 : 404)
}

/** Never kept by a cache: the next one at this screen may be somebody else. */
function send(c: Context, assets: Assets, html: string, status: 200 | 404) {
  const safe = assets.isDev ? html : stylesAsData(html)
  return c.html(safe, status, { 'cache-control': 'no-store' })
}
