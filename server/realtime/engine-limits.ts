import type { Server as Engine } from '@socket.io/bun-engine'
import type { Server } from 'bun'
import type { Server as SocketServer } from 'socket.io'
import { resolveClientAddress } from '../security/client-address.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { readBody } from '../security/request-size.ts'
import { type ConnectionLimiter, RETRY_AFTER_S } from './connection-limiter.ts'

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
    // An event for which `next` is not called is dropped.
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

function reject(status: 413 | 429, message: string) {
  const headers = new Headers(status === 429 ? { 'retry-after': `${RETRY_AFTER_S}` } : {})
  return Response.json({ code: 4, message }, { status, headers })
}

async function limitBody(request: Request, maxBytes: number): Promise<Request | null> {
  if (!request.body || request.method === 'GET') return request
  if (Number(request.headers.get('content-length')) > maxBytes) return null
  const body = await readBody(request.body, maxBytes).catch(() => null)
  return body && new Request(request, { body })
}
