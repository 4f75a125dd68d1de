import type { Server } from 'bun'
import { SOCKET_PATH } from '#domain/events'
import { runNightlyBackupIfDue } from './actions/backups.ts'
import { cleanUp } from './actions/cleanup.ts'
import { createApp } from './app.ts'
import type { App } from './context.ts'
import type { Assets } from './http/assets.ts'
import { INTERNAL_ERROR_MESSAGE } from './http/middleware/error-handler.ts'
import { createAuthenticator, createQrAccess } from './http/realtime-auth.ts'
import { describeError } from './observability/log.ts'
import { recordRequest } from './observability/record-request.ts'
import type { LiveLimits } from './realtime/connection-limiter.ts'
import { createConnectionLimiter } from './realtime/connection-limiter.ts'
import { createSocketServer, type HEARTBEAT } from './realtime/socket-io.ts'
import { createEventStreams } from './realtime/sse.ts'
import type { Certificate } from './tls/certificate.ts'
import { createListener } from './tls/listener.ts'

const IDLE_TIMEOUT_S = 60
// Bun refuses more without a word, so images a little too large are let in to be refused in words.
const MAX_REQUEST_BYTES = 32 * 1024 * 1024
const DRAIN_TIMEOUT_MS = 2_000
const CLEANUP_INTERVAL_MS = 60_000
const NIGHTLY_CHECK_INTERVAL_MS = 60_000

type Options = {
  port: number
  hostname?: string
  tls?: Certificate | undefined
  assets?: Assets
  live?: RealtimeOptions
}
/** For tests and measurements, which breathe faster and come in greater numbers than a clinic. */
export type RealtimeOptions = {
  limits?: LiveLimits
  heartbeat?: typeof HEARTBEAT
  pingIntervalMs?: number
  renewalCheckIntervalMs?: number
  quietConnectionsLiveS?: number
}

/** Opens the clinic's doors: requests, live events, screens. `stop()` closes them in the order that works. */
export function serve(app: App, { port, hostname, assets, live = {}, tls }: Options) {
  const limiter = createConnectionLimiter(live.limits, app.log, app.config.proxies)
  const events = createEventStreams(app.live, { ...live, limiter })
  const auth = { authenticate: createAuthenticator(app), qrAccess: createQrAccess(app) }
  const socket = createSocketServer(app.live, auth, app.config.publicUrl, {
    ...live,
    limiter,
    log: app.log,
  })
  app.metrics.setSubscriberCounter(() => ({ ...socket.count(), sse: events.count() }))
  const hono = createApp(app, { events, ...(assets ? { assets } : {}) })

  /** Websockets and long polls, which the application never sees. */
  async function answerSocket(request: Request, own: Server<unknown>) {
    const { method } = request
    const about = { method, route: SOCKET_PATH, startedAt: performance.now() }
    try {
      const answer = await socket.handle(request, own)
      recordRequest(app, { ...about, status: answer.status })
      return answer
    } catch (cause) {
      recordRequest(app, { ...about, status: 500 }, cause)
      return Response.json({ error: INTERNAL_ERROR_MESSAGE }, { status: 500 })
    }
  }

  const open: Parameters<typeof createListener>[0]['open'] = door =>
    Bun.serve({
      ...door,
      ...(hostname ? { hostname } : {}),
      websocket: socket.websocket,
      // Bun's 10 s would cut quiet event streams and long polls. A body must come within this time as a whole;
      // for headers Bun has 12 s of its own.
      idleTimeout: live.quietConnectionsLiveS ?? IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_REQUEST_BYTES,
      async fetch(request, own): Promise<Response> {
        if (!URL.canParse(request.url))
          return Response.json({ error: 'Bad request' }, { status: 400 })
        const answer = new URL(request.url).pathname.startsWith(SOCKET_PATH)
          ? await answerSocket(request, own)
          : await hono.fetch(request, { server: own })
        return echoConnectionClose(request, keepStreamOpen(request, answer, own))
      },
      error(cause) {
        app.log('error', 'a request failed outside the application', describeError(cause))
        return Response.json({ error: INTERNAL_ERROR_MESSAGE }, { status: 500 })
      },
    })
  const listening = createListener({ ...live, port, tls, open, log: app.log })

  const sweeping = setInterval(() => {
    cleanUp(app).catch(cause => app.log('error', 'not swept', describeError(cause)))
  }, CLEANUP_INTERVAL_MS)

  // A failed one was told by the backup itself; it is tried again when the rule says so.
  const backUp = () => void runNightlyBackupIfDue(app).catch(() => {})
  const nightly = setInterval(backUp, NIGHTLY_CHECK_INTERVAL_MS)
  backUp()

  return {
    url: `${tls ? 'https' : 'http'}://${hostname && hostname !== '0.0.0.0' ? hostname : 'localhost'}:${listening.port}`,
    port: listening.port,
    hono,
    /** No new requests; streams told to come back; those in hand finished; then everything closed. */
    async stop() {
      clearInterval(sweeping)
      clearInterval(nightly)
      const draftIsGone = app.backupStore?.stop()
      // Not awaited at once: it never resolves while a websocket or an event stream is open.
      const finished = listening.stop()
      events.close()
      socket.close()
      await Promise.race([finished, Bun.sleep(DRAIN_TIMEOUT_MS)])
      await listening.stopNow()
      await draftIsGone
    },
  }
}

export type RunningServer = ReturnType<typeof serve>

function keepStreamOpen(request: Request, answer: Response, server: Server<unknown>) {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) server.timeout(request, 0)
  return answer
}

/** Bun closes after `Connection: close` without saying so, and keep-alive agents meet a dead socket. */
function echoConnectionClose(request: Request, answer: Response) {
  if (request.headers.get('connection')?.toLowerCase() === 'close') {
    answer.headers.set('connection', 'close')
  }
  return answer
}
