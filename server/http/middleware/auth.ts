import { createMiddleware } from 'hono/factory'
import { Refusal } from '#domain/errors'
import { once } from '../../actions/idempotency.ts'
import { noteSeen } from '../../actions/touch-last-seen.ts'
import { deviceOf } from '../../actions/tv-devices.ts'
import type { Clinic } from '../../context.ts'
import type { LiveEventStreams } from '../../realtime/sse.ts'
import { isFromElsewhere } from '../../security/csrf.ts'
import type { Session } from '../../security/session.ts'
import { sessionFrom } from '../session-cookie.ts'

/** What every door finds: the clinic, its live events, and (behind `signedIn`) who is asking. */
export type Door = {
  Variables: { clinic: Clinic; events: LiveEventStreams; session: Session }
}

/** What a display's door finds (behind `tvOnly`): which TV it is. */
export type TvDoor = { Variables: Door['Variables'] & { device: { id: number; name: string } } }

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

/** Lets in the TV whose token stands in the path, whoever else may be signed in on it. */
export const tvOnly = createMiddleware<TvDoor>(async (c, next) => {
  const device = await deviceOf(c.var.clinic, c.req.param('token'))
  if (!device) throw NOT_AUTHORISED()
  await noteSeen(c.var.clinic, device)
  c.set('device', device)
  await next()
})

export const NOT_AUTHORISED = () => new Refusal('This display is not authorised', { status: 404 })

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
