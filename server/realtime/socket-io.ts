import { Server as Engine } from '@socket.io/bun-engine'
import { type Socket, Server as SocketServer } from 'socket.io'
import { type QrChannelName, SOCKET_PATH } from '#domain/events'
import { describeError, type Log } from '../observability/log.ts'
import { allowOneProbe, patchEngine } from './bun-engine.ts'
import type { Channel } from './channel.ts'
import { type ConnectionLimiter, createConnectionLimiter } from './connection-limiter.ts'
import { limitEngineConnections } from './engine-limits.ts'
import { joinQrChannel, type QrAccess, rejectSocket } from './qr-join.ts'
import { limitSocketEvents } from './socket-limits.ts'
import { type Authenticate, type Client, getGreeting } from './subscriber.ts'

const MAX_MESSAGE_BYTES = 64 * 1024
const MAX_BACKLOG_BYTES = 1024 * 1024

/** How the live channel breathes, in milliseconds; tests breathe faster. */
export const HEARTBEAT = { pingInterval: 25_000, pingTimeout: 20_000, mustJoinWithin: 10_000 }

type Options = { log?: Log; keeper?: ConnectionLimiter; heartbeat?: typeof HEARTBEAT }

type SocketAuth = { whoIs: Authenticate; qrDoor: QrAccess }

/** Live events for socket.io clients, by websocket or long polling, at /engine.io/. */
export function createSocketServer(
  channel: Channel,
  { whoIs, qrDoor }: SocketAuth,
  publicUrl?: string,
  { log, keeper = createConnectionLimiter(), heartbeat = HEARTBEAT }: Options = {},
) {
  const { pingInterval, pingTimeout, mustJoinWithin } = heartbeat
  const engine = new Engine({
    path: SOCKET_PATH,
    pingInterval,
    pingTimeout,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const io = new SocketServer({ serveClient: false, connectTimeout: mustJoinWithin })
  io.bind(engine)
  limitSocketEvents(io, keeper)
  const present = new Map<Socket, Client>()

  io.on('connection', closeOnError(welcome, log))

  async function welcome(socket: Socket) {
    const cookie = socket.request.headers.cookie ?? null
    // It has to listen before anything is awaited: clients say so right after they have connected.
    const joining = joinQrChannel(socket, cookie, qrDoor, mustJoinWithin)
    const handshake = { cookie, tvToken: socket.handshake.auth.tvToken }
    const listener = await whoIs(handshake)
    if (!listener) return stayForQr(await joining)
    await socket.join([listener.audience, getSessionChannelName(listener.session)])
    // The session may have ended between the question and the join; then nobody would close this one.
    if (!(await whoIs(handshake))) return refuse()
    present.set(socket, listener)
    socket.once('disconnect', () => present.delete(socket))
    greet(socket, listener)

    function refuse() {
      rejectSocket(socket, 'Please sign in')
    }

    /** A login page hears of its QR code and of nothing else, for as long as that can be used. */
    async function stayForQr(room: QrChannelName | null) {
      if (room) await socket.join(getSessionChannelName(room))
      else if (socket.connected) refuse()
    }
  }

  const unsubscribe = channel.subscribe({
    hear: ({ event, payload, heardBy }) => void io.to(heardBy).emit(event, payload),
    end: sessions => io.in(sessions.map(getSessionChannelName)).disconnectSockets(true),
    sessions: () => [...present.values()].map(({ session }) => session),
    greetAnew() {
      for (const [socket, listener] of present) greet(socket, listener)
    },
  })

  const { websocket } = engine.handler()
  return {
    io,
    handle: limitEngineConnections(engine, keeper, patchEngine(engine, publicUrl)),
    websocket: {
      ...allowOneProbe(websocket),
      backpressureLimit: MAX_BACKLOG_BYTES,
      closeOnBackpressureLimit: true,
    },
    /** Who listens, by how he does it at this moment. */
    count() {
      const transports = [...io.of('/').sockets.values()].map(({ conn }) => conn.transport.name)
      const websocket = transports.filter(name => name === 'websocket').length
      return { websocket, polling: transports.length - websocket }
    },
    /** Closes every connection in a way that makes clients come back. */
    close() {
      unsubscribe()
      engine.close()
    },
  }
}

function greet(socket: Socket, listener: Client) {
  const { event, payload } = getGreeting(listener)
  socket.emit(event, payload)
}

function getSessionChannelName(session: string) {
  return `session:${session}`
}

type ConnectionHandler = (socket: Socket) => Promise<void>

/**
 * A welcome that fails (the database is away, say) must not end the program. The connection is closed in a
 * way that makes the client come back, which saying `disconnect` to it would not.
 */
export function closeOnError(welcome: ConnectionHandler, log?: Log) {
  return (socket: Socket) => {
    welcome(socket).catch(cause => {
      log?.('error', 'a live connection was not welcomed', describeError(cause))
      socket.conn.close()
    })
  }
}
