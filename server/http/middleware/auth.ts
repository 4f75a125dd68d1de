import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Query } from '#db/connection/query'
import { NOT_AUTHORISED, type TvDevice } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { UNKNOWN_KIOSK } from '#domain/kiosk/kiosk'
import type { Scope } from '#domain/programs/api-token'
import type { SignedInUser } from '#domain/users/user'
import { touchLastSeen } from '../../actions/tv/tv-devices.ts'
import type { App } from '../../context.ts'
import { findDeviceByToken, findValidKiosk } from '../../queries/tv-devices.ts'
import type { EventStreams } from '../../realtime/sse.ts'
import { findValidSession, type Session } from '../../security/session.ts'
import { getSession } from '../session-cookie.ts'

/** Public routes lack `session` and `recheck`. */
export type AppEnv = {
  Variables: {
    app: App
    events: EventStreams
    session: Session
    /** Throws if the sender lost its rights since the request began. A body may come much later. */
    recheck(db: Query): Promise<Pick<SignedInUser, 'role'>>
    scopes?: Scope[]
    device?: TvDevice
    /** The script that the program now serves to TVs. Absent while developing. */
    tvBuild?: string | undefined
    /** Origins whose pages may frame this response. Others are blocked. */
    frameAncestors?: string
  }
}

export type TvEnv = { Variables: AppEnv['Variables'] & { device: TvDevice } }

export const requireSession = createMiddleware<AppEnv>(async (c, next) => {
  const session = await getSession(c)
  if (!session) throw signedOutError()
  c.set('session', session)
  c.set('recheck', async db => {
    const current = await findValidSession(db, session.id, Date.parse(c.var.app.now()))
    if (!current) throw signedOutError()
    return current.user
  })
  await next()
})

export const signedOutError = () => new DomainError('Please sign in', { status: 401 })

export const requireTv = createMiddleware<TvEnv>(async (c, next) => {
  const device = await findDeviceByToken(c.var.app, 'tv', c.req.param('token'))
  if (!device) throw new DomainError(NOT_AUTHORISED, { status: 404 })
  await touchLastSeen(c.var.app, device)
  c.set('device', device)
  await next()
})

export const requireKiosk = createMiddleware<AppEnv>(async (c, next) => {
  const { app } = c.var
  const token = c.req.param('token')
  const device = await findDeviceByToken(app, 'kiosk', token)
  if (!device) throw unknownKioskError()
  await touchLastSeen(app, device)
  c.set('device', device)
  c.set('recheck', async db => {
    if (!(await findValidKiosk(db, token ?? ''))) throw unknownKioskError()
    return { role: 'user' }
  })
  await next()
})

export function getKiosk({ var: { device } }: Context<AppEnv>) {
  if (!device) throw unknownKioskError()
  return device
}

const unknownKioskError = () => new DomainError(UNKNOWN_KIOSK, { status: 404 })

export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  assertAdmin(c.var.session.user)
  const { recheck } = c.var
  c.set('recheck', async db => {
    const user = await recheck(db)
    assertAdmin(user)
    return user
  })
  await next()
})

function assertAdmin({ role }: Pick<SignedInUser, 'role'>) {
  if (role !== 'admin') throw new DomainError('Only an administrator may do this', { status: 403 })
}

/** Browsers send cookies with every request, so a write must come from this site's own pages. */
export const requireSameSite = createMiddleware<AppEnv>(async (c, next) => {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  const problem = isRead ? null : c.var.app.findCrossSiteProblem(c.req.raw)
  if (problem !== null) throw new DomainError(problem, { status: 403 })
  await next()
})
