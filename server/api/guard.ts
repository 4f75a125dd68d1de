import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Refusal } from '#clinic/refusal'
import type { Session } from '#clinic/session'
import type { Clinic } from '../actions/clinic.ts'
import { once } from '../actions/once.ts'
import { sessionFrom } from './session-cookie.ts'

/** What every door finds: the clinic, and (behind `signedIn`) who is asking. */
export type Door = { Variables: { clinic: Clinic; session: Session } }

const KEY_MAX = 200

/** Lets only signed-in users in; a write with an Idempotency-Key then happens once. */
export const signedIn = createMiddleware<Door>(async (c, next) => {
  const session = await sessionFrom(c)
  if (!session) throw new Refusal('Please sign in', { status: 401 })
  c.set('session', session)

  const key = c.req.header('idempotency-key')?.slice(0, KEY_MAX)
  if (key && c.req.method !== 'GET') {
    const name = `${c.req.method} ${c.req.path} ${key}`
    c.set('clinic', once(c.var.clinic, session.user.id, name))
  }
  await next()
})

export const adminOnly = createMiddleware<Door>(async (c, next) => {
  if (c.var.session.user.role !== 'admin') {
    throw new Refusal('Only an administrator may do this', { status: 403 })
  }
  await next()
})

/** Cookies travel with every request, so a write has to come from this site's own pages. */
export const sameSiteOnly = createMiddleware(async (c, next) => {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  if (!isRead && isFromElsewhere(c)) {
    throw new Refusal('This request came from another site', { status: 403 })
  }
  await next()
})

function isFromElsewhere(c: Context) {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && !['same-origin', 'none'].includes(site)) return true
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const host = c.req.header('x-forwarded-host') ?? c.req.header('host') ?? new URL(c.req.url).host
  return new URL(origin).host !== host
}
