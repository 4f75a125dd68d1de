import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { SSE_PATH } from '#domain/events'
import type { Clinic } from './context.ts'
import { type Door, signedIn } from './http/middleware/auth.ts'
import { answerTrouble, answerUnknown } from './http/middleware/error-handler.ts'
import { watched } from './http/middleware/request-metrics.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { watching } from './http/routes/health.ts'
import { api } from './http/routes/index.ts'
import { pages, showUnknownPage } from './http/routes/pages.tsx'
import { answerEvents } from './http/sse-response.ts'
import { type LiveEventStreams, openEvents } from './realtime/sse.ts'
import type { Assets } from './render/assets.ts'

type Parts = { assets?: Assets; events?: LiveEventStreams }

/** The whole application as one function of a request. Without assets it has doors but no screens. */
export function createApp(
  clinic: Clinic,
  { assets, events = openEvents(clinic.live) }: Parts = {},
) {
  const app = new Hono<Door>({ getPath: request => pathOf(request, assets) })

  app.onError(answerTrouble)
  app.use(watched(clinic, path => assets?.has(path) ?? false))
  app.use(securityHeaders({ isDev: assets?.isDev ?? false }))
  app.use(async (c, next) => {
    c.set('clinic', clinic)
    c.set('events', events)
    await next()
  })
  if (assets) app.use(assets.serve)
  app.route('/', watching)
  app.get(SSE_PATH, signedIn, c => {
    const { id, user } = c.var.session
    const listener = { session: id, name: user.username, audience: 'staff' } as const
    return answerEvents(c, events, listener)
  })
  app.route('/api', api)
  const unknown = answerUnknown(app)
  if (assets) app.route('/', pages(assets))

  app.notFound(c => {
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
    const isScreen = assets && !isApi && c.req.method === 'GET'
    return isScreen ? showUnknownPage(c, assets) : unknown(c)
  })
  return app
}

export type App = ReturnType<typeof createApp>

/** Addresses are the same in capitals, and with a slash behind; only the build's file names are not. */
function pathOf(request: Request, assets: Assets | undefined) {
  const path = getPath(request)
  if (assets?.has(path)) return path
  return path.toLowerCase().replace(/(?<=.)\/+$/, '')
}
