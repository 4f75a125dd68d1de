import http from 'node:http'
import type { Server } from 'bun'
import { isUnreachableError } from '#db/connection/errors'
import { SOCKET_PATH } from '#domain/events'
import { keepReportDays } from './actions/reports.ts'
import { runNightlyBackupIfDue } from './actions/system/backups.ts'
import { cleanUp } from './actions/system/cleanup.ts'
import { createApp, type HttpApp } from './app.ts'
import type { App } from './context.ts'
import type { Assets } from './http/assets.ts'
import { createAuthenticator, createQrAccess } from './http/live.ts'
import { INTERNAL_ERROR_MESSAGE } from './http/middleware/error-handler.ts'
import { describeError } from './observability/log.ts'
import { recordRequest } from './observability/record-request.ts'
import { createConnectionLimiter, type LiveLimits } from './realtime/connection-limiter.ts'
import { createSocketServer, type HEARTBEAT } from './realtime/socket-io.ts'
import { createEventStreams } from './realtime/sse.ts'
import { removeUsedPassword } from './security/passwords.ts'
import { discardUnreadBody, MAX_READ_HEAD_BYTES, refuseLargeHead } from './security/request-size.ts'
import type { Certificate } from './tls/certificate.ts'
import { createListener } from './tls/listener.ts'

const IDLE_TIMEOUT_S = 60
/** Bun closes larger requests without a response, so this is above the limits of the routes. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024
const STOP_TIMEOUT_MS = 2_000
const CLEANUP_INTERVAL_MS = 60_000
const NIGHTLY_CHECK_INTERVAL_MS = 60_000
const TV_CHECK_INTERVAL_MS = 5_000
const CHECKPOINT_CHECK_INTERVAL_MS = 15_000

type Options = {
  port: number
  hostname?: string
  tls?: Certificate | undefined
  assets?: Assets
  live?: RealtimeOptions
}
export type RealtimeOptions = {
  limits?: LiveLimits
  heartbeat?: typeof HEARTBEAT
  pingIntervalMs?: number
  renewalCheckIntervalMs?: number
  idleTimeoutS?: number
}

export function serve(app: App, { port, hostname, assets, live = {}, tls }: Options) {
  // Bun rejects longer heads without a message.
  Object.assign(http, { maxHeaderSize: MAX_READ_HEAD_BYTES })
  const limiter = createConnectionLimiter(live.limits, app.log, app.config.proxies)
  const events = createEventStreams(app.channel, { ...live, limiter })
  const { findCrossSiteProblem } = app
  const auth = {
    authenticate: createAuthenticator(app),
    qrAccess: createQrAccess(app),
    findCrossSiteProblem,
  }
  const socketOptions = { ...live, limiter, log: app.log }
  const socket = createSocketServer(app.channel, auth, socketOptions)
  app.metrics.setSubscriberCounter(() => ({ ...socket.count(), sse: events.count() }))
  const hono = createApp(app, { events, ...(assets ? { assets } : {}) })
  const handleRequest = createRequestHandler(app, hono, socket)

  const open: Parameters<typeof createListener>[0]['open'] = address =>
    Bun.serve({
      ...address,
      websocket: socket.websocket,
      // Bun's default of 10 s would cut quiet event streams and long polls.
      idleTimeout: live.idleTimeoutS ?? IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_REQUEST_BYTES,
      fetch: handleRequest,
      error(cause) {
        app.log('error', 'request failed: outside the application', describeError(cause))
        return internalError()
      },
    })
  const listener = createListener({
    ...live,
    port,
    hostname,
    tls,
    open,
    log: app.log,
    onCertificate({ to, names }) {
      Object.assign(app.certificate, { expiry: to, names })
    },
  })
  const stopJobs = startJobs(app)

  return {
    url: formatUrl(listener.port, { hostname, tls }),
    port: listener.port,
    hono,
    async stop() {
      // One limit for all steps, because the process ends soon after this time.
      const timeout = Bun.sleep(STOP_TIMEOUT_MS)
      const jobsStopped = stopJobs()
      const backupStopped = app.backupStore?.stop()
      // This is not awaited yet, because it resolves only after all live connections have ended.
      const finished = listener.stop()
      events.close()
      socket.close()
      await Promise.race([finished, timeout])
      await listener.stopNow()
      await Promise.race([jobsStopped, timeout])
      await backupStopped
    },
  }
}

export type RunningServer = ReturnType<typeof serve>

type SocketServer = ReturnType<typeof createSocketServer>

function createRequestHandler(app: App, hono: HttpApp, socket: SocketServer) {
  return async (request: Request, server: Server<unknown>): Promise<Response> => {
    if (!URL.canParse(request.url)) return Response.json({ error: 'Bad request' }, { status: 400 })
    const answer = () =>
      new URL(request.url).pathname.startsWith(SOCKET_PATH)
        ? handleSocketRequest(app, socket, request, server)
        : hono.fetch(request, { server })
    const response = refuseLargeHead(request) ?? (await answer())
    await discardUnreadBody(request)
    return echoConnectionClose(request, keepStreamOpen(request, response, server))
  }
}

/** Websocket upgrades and long polls do not pass through Hono's middleware. */
async function handleSocketRequest(
  app: App,
  socket: SocketServer,
  request: Request,
  server: Server<unknown>,
) {
  const { method } = request
  const info = { method, route: SOCKET_PATH, startedAt: performance.now() }
  try {
    const response = await socket.handle(request, server)
    recordRequest(app, { ...info, status: response.status })
    return response
  } catch (cause) {
    recordRequest(app, { ...info, status: 500 }, cause)
    return internalError()
  }
}

function internalError() {
  return Response.json({ error: INTERNAL_ERROR_MESSAGE }, { status: 500 })
}

function keepStreamOpen(request: Request, response: Response, server: Server<unknown>) {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) server.timeout(request, 0)
  return response
}

/** Without this header, keep-alive clients would reuse a socket that Bun closes. */
function echoConnectionClose(request: Request, response: Response) {
  if (request.headers.get('connection')?.toLowerCase() === 'close') {
    response.headers.set('connection', 'close')
  }
  return response
}

function startJobs(app: App) {
  const { log, tv, backupCopier } = app
  const backUp = async () => {
    await runNightlyBackupIfDue(app).catch(() => {})
    await backupCopier?.copyIfDue().catch(() => {})
  }
  const clean = async () => {
    await cleanUp(app)
    await removeUsedPassword(app)
  }
  const cleanOrLog = () =>
    clean().catch(cause => {
      if (!isUnreachableError(cause)) log('error', 'cleanup failed', describeError(cause))
    })
  const writeJournal = () =>
    app
      .checkpointIfDue(performance.now())
      .catch(cause => log('error', 'checkpoint failed', describeError(cause)))

  let counting: Promise<unknown> | null = null
  const stopping = new AbortController()
  const countReports = () => {
    counting ??= keepReportDays(app, stopping.signal)
      .catch(cause => {
        if (isUnreachableError(cause)) return
        log('error', 'reports not counted', describeError(cause))
      })
      .finally(() => (counting = null))
  }

  void backUp()
  countReports()
  const timers = [
    setInterval(cleanOrLog, CLEANUP_INTERVAL_MS),
    setInterval(countReports, CLEANUP_INTERVAL_MS),
    setInterval(tv.presence.check, TV_CHECK_INTERVAL_MS),
    setInterval(writeJournal, CHECKPOINT_CHECK_INTERVAL_MS),
    setInterval(backUp, NIGHTLY_CHECK_INTERVAL_MS),
  ]
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await counting
  }
}

function formatUrl(
  port: number,
  { hostname, tls }: Pick<Options, 'tls'> & { hostname: string | undefined },
) {
  const host = hostname && hostname !== '0.0.0.0' ? hostname : 'localhost'
  return `${tls ? 'https' : 'http'}://${host}:${port}`
}
