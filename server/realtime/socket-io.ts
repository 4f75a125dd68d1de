import { Server as Engine } from '@socket.io/bun-engine'
import { type Socket, Server as SocketServer } from 'socket.io'
import { type QrRoom, SOCKET_PATH } from '#domain/events'
import type { Log } from '../observability/log.ts'
import { guardEngine } from './bun-engine.ts'
import type { Channel } from './channel.ts'
import { comeBackAfterTrouble } from './connection-error-handler.ts'
import { type Doorkeeper, openDoorkeeper } from './connection-limiter.ts'
import { limitEngine } from './engine-limits.ts'
import { probeOnce } from './probe-once.ts'
import { joinByQr, letGo, type QrDoor } from './qr-join.ts'
import { limitSockets } from './socket-limits.ts'
import { greeting, type Listener, type WhoIs } from './subscriber.ts'

const LARGEST_MESSAGE_BYTES = 64 * 1024
const LARGEST_BACKLOG_BYTES = 1024 * 1024

/** How the live channel breathes, in milliseconds; tests breathe faster. */
export const HEARTBEAT = { pingInterval: 25_000, pingTimeout: 20_000, mustJoinWithin: 10_000 }

type Options = { log?: Log; keeper?: Doorkeeper; heartbeat?: typeof HEARTBEAT }

type Doorkeepers = { whoIs: WhoIs; qrDoor: QrDoor }

/** Live events for socket.io clients, by websocket or long polling, at /engine.io/. */
export function openSocket(
  channel: Channel,
  { whoIs, qrDoor }: Doorkeepers,
  publicUrl?: string,
  { log, keeper = openDoorkeeper(), heartbeat = HEARTBEAT }: Options = {},
) {
  const { pingInterval, pingTimeout, mustJoinWithin } = heartbeat
  const engine = new Engine({
    path: SOCKET_PATH,
    pingInterval,
    pingTimeout,
    maxHttpBufferSize: LARGEST_MESSAGE_BYTES,
  })
  const io = new SocketServer({ serveClient: false, connectTimeout: mustJoinWithin })
  io.bind(engine)
  limitSockets(io, keeper)
  const present = new Map<Socket, Listener>()

  io.on('connection', comeBackAfterTrouble(welcome, log))

  async function welcome(socket: Socket) {
    const cookie = socket.request.headers.cookie ?? null
    // It has to listen before anything is awaited: clients say so right after they have connected.
    const joining = joinByQr(socket, cookie, qrDoor, mustJoinWithin)
    const handshake = { cookie, tvToken: socket.handshake.auth.tvToken }
    const listener = await whoIs(handshake)
    if (!listener) return stayForQr(await joining)
    await socket.join([listener.audience, sessionRoom(listener.session)])
    // The session may have ended between the question and the join; then nobody would close this one.
    if (!(await whoIs(handshake))) return refuse()
    present.set(socket, listener)
    socket.once('disconnect', () => present.delete(socket))
    greet(socket, listener)

    function refuse() {
      letGo(socket, 'Please sign in')
    }

    /** A login page hears of its QR code and of nothing else, for as long as that can be used. */
    async function stayForQr(room: QrRoom | null) {
      if (room) await socket.join(sessionRoom(room))
      else if (socket.connected) refuse()
    }
  }

  const unsubscribe = channel.subscribe({
    hear: ({ event, payload, heardBy }) => void io.to(heardBy).emit(event, payload),
    end: sessions => io.in(sessions.map(sessionRoom)).disconnectSockets(true),
    sessions: () => [...present.values()].map(({ session }) => session),
    greetAnew() {
      for (const [socket, listener] of present) greet(socket, listener)
    },
  })

  const { websocket } = engine.handler()
  return {
    io,
    handle: limitEngine(engine, keeper, guardEngine(engine, publicUrl)),
    websocket: {
      ...probeOnce(websocket),
      backpressureLimit: LARGEST_BACKLOG_BYTES,
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

function greet(socket: Socket, listener: Listener) {
  const { event, payload } = greeting(listener)
  socket.emit(event, payload)
}

function sessionRoom(session: string) {
  return `session:${session}`
}
