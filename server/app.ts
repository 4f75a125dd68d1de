import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import { SSE_PATH } from '#domain/events'
import type { App } from './context.ts'
import { api } from './http/api/index.ts'
import { health } from './http/api/system/health.ts'
import type { Assets } from './http/assets.ts'
import { sendEventStream, toSubscriber } from './http/live.ts'
import { type AppEnv, requireSession, signedOutError } from './http/middleware/auth.ts'
import { handleError, isUnexpected, refuseMethod } from './http/middleware/error-handler.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { validate } from './http/middleware/validation.ts'
import { nameBuild } from './http/new-build.ts'
import { pages, renderNotFound } from './http/pages/index.tsx'
import { getRoutePattern } from './http/request-key.ts'
import { getSessionFromHeader } from './http/session-cookie.ts'
import { recordRequest } from './observability/record-request.ts'
import { createEventStreams, type EventStreams } from './realtime/sse.ts'

type Options = { assets?: Assets; events?: EventStreams }

export function createApp(
  app: App,
  { assets, events = createEventStreams(app.channel) }: Options = {},
) {
  const hono = new Hono<AppEnv>({ getPath: request => normalizePath(request, assets) })

  hono.onError(handleError)
  hono.use(recordRequests(app, path => assets?.has(path) ?? false))
  hono.use(securityHeaders({ isDev: assets?.isDev ?? false }))
  hono.use(refuseMethod(hono))
  hono.use(async (c, next) => {
    c.set('app', app)
    c.set('events', events)
    await next()
  })
  hono.use('/api/*', nameBuild(assets))
  if (assets) hono.use(assets.serve)
  hono.route('/', health)
  hono.get(SSE_PATH, requireSession, validate('query', eventsQuery), async c => {
    const cookie = c.req.header('cookie') ?? null
    const { session } = c.var
    const isSame = async () => (await getSessionFromHeader(app, cookie)) !== null
    const stream = await sendEventStream(
      c,
      events,
      toSubscriber(session, c.req.valid('query').page === '1'),
      isSame,
    )
    if (!stream) throw signedOutError()
    return stream
  })
  hono.route('/api', api)
  if (assets) hono.route('/', pages(assets))

  hono.notFound(c => {
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
    const isScreen = assets && !isApi && c.req.method === 'GET'
    return isScreen ? renderNotFound(c, assets) : c.json({ error: 'Not found' }, 404)
  })
  return hono
}

function recordRequests(app: App, isFile: (path: string) => boolean) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = c.req
    const route = getRoutePattern(c) ?? (isFile(path) ? 'file' : 'unknown')
    const info = { method, route, status: c.res.status, startedAt }
    const requestId = recordRequest(app, info, isUnexpected(c.error) ? c.error : undefined)
    if (requestId !== null) c.header('x-request-id', requestId)
  })
}

export type HttpApp = ReturnType<typeof createApp>

/** Ignores case and trailing slashes, except for the names of built files. */
function normalizePath(request: Request, assets: Assets | undefined) {
  const path = getPath(request)
  if (assets?.has(path)) return path
  return path.toLowerCase().replace(/(?<=.)\/+$/, '')
}

/** `page`: set by this program's own pages, which receive the complete changes. */
export const eventsQuery = z.object({ page: z.literal('1').optional() })
