import { createMiddleware } from 'hono/factory'
import { Refusal } from '#clinic/refusal'
import type { Session } from '#clinic/session'
import type { Clinic } from '../actions/clinic.ts'
import { once } from '../actions/once.ts'
import { isFromElsewhere } from '../live/origin.ts'
import { sessionFrom } from './session-cookie.ts'

/** What every door finds: the clinic, and (behind `signedIn`) who is asking. */
export type Door = { Variables: { clinic: Clinic; session: Session } }

const KEY_MAX = 200

/** Lets only signed-in users in; a write with an Idempotency-Key then happens once. */
export const signedIn = createMiddleware<Door>(async (c, next) => {
  const session = await sessionFrom(c)
  if (!session) throw new Refusal('Please sign in', { status: 401 })
  c.set('session', session)

  const key = c.req.header('idempotency-key')
  if (key && key.length > KEY_MAX) {
    throw new Refusal(`Idempotency-Key must be at most ${KEY_MAX} characters`, { status: 400 })
  }
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
export const sameSiteOnly = createMiddleware<Door>(async (c, next) => {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  if (!isRead && isFromElsewhere(c.req.raw, c.var.clinic.publicUrl)) {
    throw new Refusal('This request came from another site', { status: 403 })
  }
  await next()
})
