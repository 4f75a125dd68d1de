import { Server as Engine } from '@socket.io/bun-engine'
import { type Socket, Server as SocketServer } from 'socket.io'
import { QR_INVALID } from '#domain/auth/qr-session'
import { getQrChannelName, QR_JOIN, type QrChannelName, SOCKET_PATH } from '#domain/events'
import { describeError, type Log } from '../observability/log.ts'
import type { CrossSiteCheck } from '../security/request-origin.ts'
import type { Channel } from './channel.ts'
import {
  type ConnectionLimiter,
  createConnectionLimiter,
  MAX_BACKLOG_BYTES,
} from './connection-limiter.ts'
import {
  allowOneProbe,
  limitEngineConnections,
  limitSocketEvents,
  patchEngine,
} from './engine-limits.ts'
import { type Authenticate, type Client, getGreeting, isTv, toClientEvent } from './subscriber.ts'

const MAX_MESSAGE_BYTES = 64 * 1024
const SIGN_IN = 'Please sign in'

/** A client counts a socket as lost if it is silent for the sum of both times. */
export const HEARTBEAT = { pingInterval: 2_500, pingTimeout: 3_500, joinTimeoutMs: 10_000 }

type Options = { log?: Log; limiter?: ConnectionLimiter; heartbeat?: typeof HEARTBEAT }

type SocketAuth = {
  authenticate: Authenticate
  qrAccess: QrAccess
  findCrossSiteProblem: CrossSiteCheck
}

export function createSocketServer(
  channel: Channel,
  { authenticate, qrAccess, findCrossSiteProblem }: SocketAuth,
  { log, limiter = createConnectionLimiter(), heartbeat = HEARTBEAT }: Options = {},
) {
  const { joinTimeoutMs } = heartbeat
  const { engine, io } = createEngine(heartbeat)
  limitSocketEvents(io, limiter)
  const clients = new Map<Socket, Client>()
  /** Displays, which receive events masked according to their options. */
  const displays = new Map<Socket, Client>()

  io.on('connection', socket => {
    onConnection(socket).catch(cause => {
      log?.('error', 'connection setup failed', describeError(cause))
      // The database may be unreachable, for example. The client connects again.
      socket.conn.close()
    })
  })

  async function onConnection(socket: Socket) {
    const cookie = socket.request.headers.cookie ?? null
    // Await nothing before this, because clients send `qr:join` as soon as they are connected.
    const joiningQr = joinQrChannel(socket, cookie, qrAccess, joinTimeoutMs)
    const { tvToken, page } = socket.handshake.auth
    const handshake = { cookie, tvToken, isPage: page === true }
    const client = await authenticate(handshake)
    if (!client) return keepForQr(socket, await joiningQr)
    await socket.join(getSessionChannelName(client.session))
    // The session may have ended before the join, and nothing would close this socket later.
    const again = await authenticate(handshake)
    if (!again) return rejectSocket(socket, SIGN_IN)
    if (!socket.connected) return
    // Do not await the join, because no change may arrive before the greeting.
    if (again.options === null) void socket.join(again.audience)
    else displays.set(socket, again)
    clients.set(socket, again)
    socket.once('disconnect', () => {
      clients.delete(socket)
      displays.delete(socket)
    })
    greet(socket, again, channel)
  }

  const unsubscribe = channel.subscribe({
    onEvent(event) {
      // Encode once for all clients of a channel. Emitting to no channel would reach every client.
      const channels = event.audience.filter(one => /^(page|staff|qr:.*)$/.test(one))
      if (channels.length > 0) io.to(channels).emit(event.name, event.payload)
      for (const [socket, client] of displays) {
        const own = toClientEvent(client, event)
        if (own) socket.emit(own.name, own.payload)
      }
    },
    onSessionsEnded: sessions => io.in(sessions.map(getSessionChannelName)).disconnectSockets(true),
    getSessions: () => [...clients.values()].map(({ session }) => session),
    getTvs: () => [...clients.values()].filter(isTv),
    onResync() {
      for (const [socket, client] of clients) greet(socket, client, channel)
    },
  })

  const { websocket } = engine.handler()
  return {
    io,
    handle: limitEngineConnections(engine, limiter, patchEngine(engine, findCrossSiteProblem)),
    websocket: {
      ...allowOneProbe(websocket),
      backpressureLimit: MAX_BACKLOG_BYTES,
      closeOnBackpressureLimit: true,
    },
    count: () => countTransports(io),
    /** Closes every connection without a `disconnect` packet, so that clients reconnect. */
    close() {
      unsubscribe()
      engine.close()
    },
  }
}

function createEngine({ pingInterval, pingTimeout, joinTimeoutMs }: typeof HEARTBEAT) {
  const engine = new Engine({
    path: SOCKET_PATH,
    pingInterval,
    pingTimeout,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const io = new SocketServer({ serveClient: false, connectTimeout: joinTimeoutMs })
  io.bind(engine)
  return { engine, io }
}

function countTransports(io: SocketServer) {
  const transports = [...io.of('/').sockets.values()].map(({ conn }) => conn.transport.name)
  const websocket = transports.filter(name => name === 'websocket').length
  return { websocket, polling: transports.length - websocket }
}

function greet(socket: Socket, client: Client, channel: Channel) {
  const { name, payload } = getGreeting(client, channel)
  socket.emit(name, payload)
}

async function keepForQr(socket: Socket, channelName: QrChannelName | null) {
  if (channelName) await socket.join(getSessionChannelName(channelName))
  else if (socket.connected) rejectSocket(socket, SIGN_IN)
}

function getSessionChannelName(session: string) {
  return `session:${session}`
}

const MAX_ID_LENGTH = 100

export type QrAccess = {
  canJoin(cookie: string | null): boolean
  isOwner(cookie: string | null, qrId: string): Promise<boolean>
}

function joinQrChannel(
  socket: Socket,
  cookie: string | null,
  access: QrAccess,
  timeoutMs: number,
): Promise<QrChannelName | null> {
  return new Promise(resolve => {
    const timeout = setTimeout(() => resolve(null), access.canJoin(cookie) ? timeoutMs : 0)
    socket.once('disconnect', () => resolve(null))
    socket.once(QR_JOIN, async (input: unknown, acknowledge: unknown) => {
      clearTimeout(timeout)
      const channelName = await join(socket, cookie, parseQrId(input), access).catch(() => null)
      if (channelName === null) rejectSocket(socket, QR_INVALID)
      else if (typeof acknowledge === 'function') acknowledge()
      resolve(channelName)
    })
  })
}

async function join(socket: Socket, cookie: string | null, qrId: string, { isOwner }: QrAccess) {
  if (!(await isOwner(cookie, qrId))) return null
  const channelName = getQrChannelName(qrId)
  await socket.join(channelName)
  // The code may have expired before the join, and its last event would be missed.
  return (await isOwner(cookie, qrId)) ? channelName : null
}

function rejectSocket(socket: Socket, message: string) {
  socket.emit('error', { message })
  socket.disconnect(true)
}

function parseQrId(input: unknown) {
  const { qrId } = (input ?? {}) as { qrId?: unknown }
  return typeof qrId === 'string' && qrId.length <= MAX_ID_LENGTH ? qrId : ''
}
