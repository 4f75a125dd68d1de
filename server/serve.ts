import type { Server } from 'bun'
import { SOCKET_PATH } from '#domain/events'
import { backUpWhenDue } from './actions/backups.ts'
import { sweep } from './actions/cleanup.ts'
import { createApp } from './app.ts'
import type { Clinic } from './context.ts'
import { SOMETHING_WRONG } from './http/middleware/error-handler.ts'
import { qrDoor, whoListens } from './http/realtime-auth.ts'
import { describe } from './observability/log.ts'
import { noteAnswer } from './observability/record-request.ts'
import { openDoorkeeper } from './realtime/connection-limiter.ts'
import type { LiveLimits } from './realtime/limits.ts'
import { type HEARTBEAT, openSocket } from './realtime/socket-io.ts'
import { openEvents } from './realtime/sse.ts'
import type { Assets } from './render/assets.ts'
import type { Certificate } from './tls/certificate.ts'
import { listen } from './tls/listener.ts'

const QUIET_CONNECTIONS_LIVE_S = 60
// Bun refuses more without a word, so images a little too large are let in to be refused in words.
const LARGEST_REQUEST_BYTES = 32 * 1024 * 1024
const REQUESTS_IN_HAND_GET_MS = 2_000
const IS_SWEPT_EVERY_MS = 60_000
const LOOKS_FOR_THE_NIGHT_EVERY_MS = 60_000

type Options = {
  port: number
  hostname?: string
  tls?: Certificate | undefined
  assets?: Assets
  live?: Live
}
/** For tests and measurements, which breathe faster and come in greater numbers than a clinic. */
export type Live = {
  limits?: LiveLimits
  heartbeat?: typeof HEARTBEAT
  pingEveryMs?: number
  looksForRenewalEveryMs?: number
  quietConnectionsLiveS?: number
}

/** Opens the clinic's doors: requests, live events, screens. `stop()` closes them in the order that works. */
export function serve(clinic: Clinic, { port, hostname, assets, live = {}, tls }: Options) {
  const keeper = openDoorkeeper(live.limits, clinic.log, clinic.proxies)
  const events = openEvents(clinic.live, { ...live, keeper })
  const doorkeepers = { whoIs: whoListens(clinic), qrDoor: qrDoor(clinic) }
  const socket = openSocket(clinic.live, doorkeepers, clinic.publicUrl, {
    ...live,
    keeper,
    log: clinic.log,
  })
  clinic.meters.listenersBy(() => ({ ...socket.count(), sse: events.count() }))
  const app = createApp(clinic, { events, ...(assets ? { assets } : {}) })

  /** Websockets and long polls, which the application never sees. */
  async function answerSocket(request: Request, own: Server<unknown>) {
    const { method } = request
    const about = { method, route: SOCKET_PATH, startedAt: performance.now() }
    try {
      const answer = await socket.handle(request, own)
      noteAnswer(clinic, { ...about, status: answer.status })
      return answer
    } catch (cause) {
      noteAnswer(clinic, { ...about, status: 500 }, cause)
      return Response.json({ error: SOMETHING_WRONG }, { status: 500 })
    }
  }

  const open: Parameters<typeof listen>[0]['open'] = door =>
    Bun.serve({
      ...door,
      ...(hostname ? { hostname } : {}),
      websocket: socket.websocket,
      // Bun's 10 s would cut quiet event streams and long polls. A body must come within this time as a whole;
      // for headers Bun has 12 s of its own.
      idleTimeout: live.quietConnectionsLiveS ?? QUIET_CONNECTIONS_LIVE_S,
      maxRequestBodySize: LARGEST_REQUEST_BYTES,
      async fetch(request, own): Promise<Response> {
        if (!URL.canParse(request.url))
          return Response.json({ error: 'Bad request' }, { status: 400 })
        const answer = new URL(request.url).pathname.startsWith(SOCKET_PATH)
          ? await answerSocket(request, own)
          : await app.fetch(request, { server: own })
        return sayClosed(request, staysOpen(request, answer, own))
      },
      error(cause) {
        clinic.log('error', 'a request failed outside the application', describe(cause))
        return Response.json({ error: SOMETHING_WRONG }, { status: 500 })
      },
    })
  const listening = listen({ ...live, port, tls, open, log: clinic.log })

  const sweeping = setInterval(() => {
    sweep(clinic).catch(cause => clinic.log('error', 'not swept', describe(cause)))
  }, IS_SWEPT_EVERY_MS)

  // A failed one was told by the backup itself; it is tried again when the rule says so.
  const backUp = () => void backUpWhenDue(clinic).catch(() => {})
  const nightly = setInterval(backUp, LOOKS_FOR_THE_NIGHT_EVERY_MS)
  backUp()

  return {
    url: `${tls ? 'https' : 'http'}://${hostname && hostname !== '0.0.0.0' ? hostname : 'localhost'}:${listening.port}`,
    port: listening.port,
    app,
    /** No new requests; streams told to come back; those in hand finished; then everything closed. */
    async stop() {
      clearInterval(sweeping)
      clearInterval(nightly)
      const draftIsGone = clinic.backupStore?.stop()
      // Not awaited at once: it never resolves while a websocket or an event stream is open.
      const finished = listening.stop()
      events.close()
      socket.close()
      await Promise.race([finished, Bun.sleep(REQUESTS_IN_HAND_GET_MS)])
      await listening.stopAtOnce()
      await draftIsGone
    },
  }
}

export type Serving = ReturnType<typeof serve>

function staysOpen(request: Request, answer: Response, server: Server<unknown>) {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) server.timeout(request, 0)
  return answer
}

/** Bun closes after `Connection: close` without saying so, and keep-alive agents meet a dead socket. */
function sayClosed(request: Request, answer: Response) {
  if (request.headers.get('connection')?.toLowerCase() === 'close') {
    answer.headers.set('connection', 'close')
  }
  return answer
}
