import type { Server as Engine } from '@socket.io/bun-engine'
import type { Server } from 'bun'
import { addressIn } from '../security/client-address.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { type ConnectionLimiter, RETRY_AFTER_S } from './connection-limiter.ts'

type Handle = (request: Request, server: Server<unknown>) => Promise<Response>
type Connection = Parameters<Parameters<typeof Engine.prototype.on<'connection'>>[1]>[0]
type PendingConnection = { address: string; leave(): void }

const UNKNOWN_CONNECTION: PendingConnection = { address: 'unknown', leave() {} }

/** Lets an engine take only so many connections of one address, and none that floods it or does not read. */
export function limitEngineConnections(
  engine: Engine,
  keeper: ConnectionLimiter,
  handle: Handle,
): Handle {
  const entering = new Map<Request, PendingConnection>()

  engine.on('connection', (connection, request) => {
    const { address, leave } = entering.get(request) ?? UNKNOWN_CONNECTION
    entering.delete(request)
    connection.on('close', leave)
    limitConnection(connection, address, keeper)
  })

  return async (sent, server) => {
    // The engine would read whatever comes before it looks at its size.
    const request = await limitBody(sent, engine.opts.maxHttpBufferSize)
    if (!request) return reject(413, 'Message too large')
    if (new URL(request.url).searchParams.has('sid')) return handle(request, server)
    const address = addressIn(request, server, keeper.proxies)
    const leave = keeper.enter('socket', address)
    if (!leave) return reject(429, 'Too many connections')
    entering.set(request, { address, leave })
    try {
      return await handle(request, server)
    } finally {
      // It was refused, and never became a connection.
      if (entering.delete(request)) leave()
    }
  }
}

const addresses = new WeakMap<object, string>()

export function getConnectionAddress(connection: object) {
  return addresses.get(connection) ?? UNKNOWN_CONNECTION.address
}

function limitConnection(
  connection: Connection,
  address: string,
  { limits, note }: ConnectionLimiter,
) {
  addresses.set(connection, address)
  const packets = createRateLimiter({ most: limits.packetsPerMinute, withinMs: 60_000 })
  connection.on('packet', () => {
    if (packets.consume(connection.id, performance.now()) > 0) letGo('flood')
  })
  connection.on('packetCreate', () => {
    if (getBacklog(connection) >= limits.unreadMessages) letGo('stalled')
  })
  connection.on('close', reason => reason === 'parse error' && note('malformed', address))

  function letGo(trouble: 'flood' | 'stalled') {
    note(trouble, address)
    connection.transport.close()
  }
}

function getBacklog(connection: Connection) {
  // Private; there is no other way to ask what a polling client has not fetched.
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer.length
}

function reject(status: 413 | 429, message: string) {
  const headers = new Headers(status === 429 ? { 'retry-after': `${RETRY_AFTER_S}` } : {})
  return Response.json({ code: 4, message }, { status, headers })
}

/**
 * The request with a body that is known to be small; null for a larger one, of which no more is read, and for
 * one that never ended. A body in chunks does not say how large it will be.
 */
export async function limitBody(request: Request, mostBytes: number): Promise<Request | null> {
  if (!request.body || request.method === 'GET') return request
  if (Number(request.headers.get('content-length')) > mostBytes) return null
  const body = await readUpTo(request.body, mostBytes).catch(() => null)
  return body && new Request(request, { body })
}

async function readUpTo(stream: ReadableStream<Uint8Array>, mostBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
