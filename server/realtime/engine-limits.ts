import type { Server as Engine } from '@socket.io/bun-engine'
import type { Server } from 'bun'
import type { Server as SocketServer } from 'socket.io'
import { resolveClientAddress } from '../security/client-address.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import type { CrossSiteCheck } from '../security/request-origin.ts'
import { readBody } from '../security/request-size.ts'
import { type ConnectionLimiter, RETRY_AFTER_S } from './connection-limiter.ts'

type EngineServer = Parameters<Engine['handleRequest']>[1]

/** bun-engine 0.1.2 accepts a lost Upgrade header, a foreign Origin and a second websocket. */
export function patchEngine(engine: Engine, findCrossSiteProblem: CrossSiteCheck) {
  return async (request: Request, server: Server<unknown>): Promise<Response> => {
    const query = new URL(request.url).searchParams
    const isUpgrade = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
    if ((query.get('transport') === 'websocket') !== isUpgrade) return badRequest()
    // Bun upgrades only valid handshakes, and bun-engine would answer 500 to others.
    if (isUpgrade && !isHandshake(request)) return badRequest()
    const problem = findCrossSiteProblem(request)
    if (problem !== null) return reject(403, problem)
    // Safe: every websocket of this server belongs to the engine, so the engine sets its data.
    const engineServer = server as EngineServer
    if (isUpgrade && hasWebsocket(engine, query.get('sid'))) {
      return acceptAndClose(request, engineServer)
    }
    return engine.handleRequest(request, engineServer)
  }
}

const WEBSOCKET_KEY = /^[a-z0-9+/]{22}==$/i

function isHandshake({ method, headers }: Request) {
  return method === 'GET' && WEBSOCKET_KEY.test(headers.get('sec-websocket-key') ?? '')
}

function hasWebsocket(engine: Engine, sid: string | null) {
  // `clients` is private, but the engine has no public way to find a session's transport.
  const { clients } = engine as unknown as { clients: Map<string, { transport: { name: string } }> }
  return sid !== null && clients.get(sid)?.transport.name === 'websocket'
}

function acceptAndClose(request: Request, server: EngineServer) {
  const transport = {
    onOpen: (socket: { close(): void }) => socket.close(),
    onMessage() {},
    onCloseEvent() {},
  }
  const data = { transport } as unknown as Parameters<EngineServer['upgrade']>[1]['data']
  return server.upgrade(request, { data }) ? new Response(null) : badRequest()
}

type Websocket = ReturnType<Engine['handler']>['websocket']

/** Closes the websocket at a second probe. bun-engine 0.1.2 stops only the last probe's timer. */
export function allowOneProbe(websocket: Websocket): Websocket {
  const probed = new WeakSet<object>()
  return {
    ...websocket,
    message(socket, message) {
      if (message === '2probe') {
        if (probed.has(socket.data)) return void socket.close()
        probed.add(socket.data)
      }
      websocket.message(socket, message)
    },
  }
}

type Handle = (request: Request, server: Server<unknown>) => Promise<Response>
type Connection = Parameters<Parameters<typeof Engine.prototype.on<'connection'>>[1]>[0]
type PendingConnection = { address: string; release(): void }

const UNKNOWN_CONNECTION: PendingConnection = { address: 'unknown', release() {} }

export function limitEngineConnections(
  engine: Engine,
  limiter: ConnectionLimiter,
  handle: Handle,
): Handle {
  const pending = new Map<Request, PendingConnection>()

  engine.on('connection', (connection, request) => {
    const { address, release } = pending.get(request) ?? UNKNOWN_CONNECTION
    pending.delete(request)
    connection.on('close', release)
    limitConnection(connection, address, limiter)
  })

  return async (original, server) => {
    // The engine reads a whole body before it checks the size.
    const request = await limitBody(original, engine.opts.maxHttpBufferSize)
    if (!request) return reject(413, 'Message too large')
    if (new URL(request.url).searchParams.has('sid')) return handle(request, server)
    // Bun knows the client's address only for the original request.
    const address = resolveClientAddress(original, server, limiter.proxies)
    const release = limiter.acquire('socket', address)
    if (!release) return reject(429, 'Too many connections')
    pending.set(request, { address, release })
    try {
      return await handle(request, server)
    } finally {
      if (pending.delete(request)) release()
    }
  }
}

const addresses = new WeakMap<object, string>()

export function limitSocketEvents(io: SocketServer, { limits, logOnce }: ConnectionLimiter) {
  const joins = new WeakMap<object, number>()

  io.use((socket, next) => {
    const { conn } = socket
    const address = addresses.get(conn) ?? UNKNOWN_CONNECTION.address
    const joinCount = (joins.get(conn) ?? 0) + 1
    joins.set(conn, joinCount)
    if (joinCount > limits.joinsPerConnection) {
      logOnce('flood', address)
      conn.close()
      return
    }

    let unknownCount = 0
    // socket.io drops an event if `next` is not called.
    socket.use(([event], next) => {
      // socket.io itself listens for `error`, so that it does not end the process.
      if (event !== 'error' && socket.listenerCount(event) > 0) return next()
      logOnce('unknownEvent', address)
      if (++unknownCount > limits.unknownEvents) conn.close()
    })
    next()
  })
}

function limitConnection(
  connection: Connection,
  address: string,
  { limits, logOnce }: ConnectionLimiter,
) {
  addresses.set(connection, address)
  const packets = createRateLimiter({ max: limits.packetsPerMinute, windowMs: 60_000 })
  connection.on('packet', () => {
    if (packets.consume(connection.id, performance.now()) > 0) disconnect('flood')
  })
  connection.on('packetCreate', () => {
    if (getBacklog(connection) >= limits.unreadMessages) disconnect('stalled')
  })
  connection.on('close', reason => reason === 'parse error' && logOnce('malformed', address))

  function disconnect(reason: 'flood' | 'stalled') {
    logOnce(reason, address)
    connection.transport.close()
  }
}

function getBacklog(connection: Connection) {
  // `writeBuffer` is private, but no public member counts the messages that wait for a client.
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer.length
}

const badRequest = () => reject(400, 'Bad request', 3)

function reject(status: 400 | 403 | 413 | 429, message: string, code = 4) {
  const headers = new Headers(status === 429 ? { 'retry-after': `${RETRY_AFTER_S}` } : {})
  return Response.json({ code, message }, { status, headers })
}

async function limitBody(request: Request, maxBytes: number): Promise<Request | null> {
  if (!request.body || request.method === 'GET') return request
  if (Number(request.headers.get('content-length')) > maxBytes) return null
  const body = await readBody(request.body, maxBytes).catch(() => null)
  return body && new Request(request, { body })
}
