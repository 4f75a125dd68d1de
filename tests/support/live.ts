import { createChannel } from '../../server/realtime/channel.ts'
import {
  createConnectionLimiter,
  LIVE_LIMITS,
  type LiveLimits,
} from '../../server/realtime/connection-limiter.ts'
import { createSocketServer, HEARTBEAT } from '../../server/realtime/socket-io.ts'
import type { Authenticate } from '../../server/realtime/subscriber.ts'

type Wish = {
  heartbeat?: Partial<typeof HEARTBEAT>
  limits?: Partial<LiveLimits>
  authenticate?: Authenticate
}

const everybody: Authenticate = async () => ({ session: 's', name: 'nurse', audience: 'staff' })

const NO_QR = { canJoin: () => false, isOwner: async () => false }

/** The live channel's sockets alone, on a port of their own; everybody is let in unless told otherwise. */
export function aLiveServer({ heartbeat, limits, authenticate = everybody }: Wish = {}) {
  const channel = createChannel()
  const logged: Record<string, unknown>[] = []
  const log = (level: string, message: string, details = {}) =>
    void logged.push({ level, message, ...details })
  const socket = createSocketServer(channel, { authenticate, qrAccess: NO_QR }, undefined, {
    log,
    limiter: createConnectionLimiter({ ...LIVE_LIMITS, ...limits }, log),
    heartbeat: { ...HEARTBEAT, ...heartbeat },
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    websocket: socket.websocket,
    fetch: (request, own) => socket.handle(request, own),
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    io: socket.io,
    channel,
    logged,
    /** Whether the server holds a poll of this session. */
    holdsPoll(sid: string) {
      // `clients` is private to the engine; there is no other way to see it.
      const { clients } = socket.io.engine as unknown as Engine
      return clients.get(sid)?.transport.writable === true
    },
    async close() {
      socket.close()
      await server.stop(true)
    },
  }
}

export type LiveServer = ReturnType<typeof aLiveServer>
export const UPGRADE = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

type Headers = Record<string, string>
type Engine = { clients: Map<string, { transport: { writable: boolean } }> }

export function ask(url: string, query: string, init: RequestInit = {}) {
  return fetch(`${url}/engine.io/?${query}`, init)
}

/** A long-polling session, packet by packet. */
export async function aPoller(url: string, headers: Headers = {}) {
  const opened = await ask(url, 'EIO=4&transport=polling', { headers })
  const handshake = JSON.parse((await opened.text()).slice(1))
  const query = `EIO=4&transport=polling&sid=${handshake.sid}`
  return {
    handshake,
    sid: handshake.sid as string,
    get: (init: RequestInit = {}) => ask(url, query, { headers, ...init }),
    poll: async () => (await ask(url, query, { headers })).text(),
    post: (body: string) => ask(url, query, { method: 'POST', body, headers }),
  }
}

type Message = string | Uint8Array

/** A bare websocket that speaks the protocol by hand; `next()` is the next message, heartbeats too. */
export function aRawSocket(
  url: string,
  query = 'EIO=4&transport=websocket',
  headers: Headers = {},
) {
  const address = `${url.replace('http', 'ws')}/engine.io/?${query}`
  // Bun's own WebSocket takes headers, unlike a browser's.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  socket.binaryType = 'arraybuffer'
  const come: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.onmessage = ({ data }) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data)
    const waits = waiting.shift()
    if (waits) waits(message)
    else come.push(message)
  }
  const opened = new Promise<void>(resolve => socket.addEventListener('open', () => resolve()))
  const closed = new Promise<number>(resolve =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  )
  return {
    opened,
    closed,
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    send: (...messages: Message[]) => {
      for (const message of messages) socket.send(message as string)
    },
    close: () => socket.close(),
    next() {
      const message = come.shift()
      return message === undefined
        ? new Promise<Message>(resolve => waiting.push(resolve))
        : Promise.resolve(message)
    },
  }
}

/** The same, joined: what comes next is what happens. */
export async function aJoinedSocket(url: string, join = '40') {
  const socket = aRawSocket(url)
  await socket.next()
  socket.send(join)
  await socket.next()
  await socket.next()
  return socket
}
