import { createChannel } from '../../../server/realtime/channel.ts'
import {
  createConnectionLimiter,
  LIVE_LIMITS,
  type LiveLimits,
} from '../../../server/realtime/connection-limiter.ts'
import { createSocketServer, HEARTBEAT } from '../../../server/realtime/socket-io.ts'
import type { Authenticate } from '../../../server/realtime/subscriber.ts'
import { createCrossSiteCheck } from '../../../server/security/request-origin.ts'

type Options = {
  heartbeat?: Partial<typeof HEARTBEAT>
  limits?: Partial<LiveLimits>
  authenticate?: Authenticate
}

const authenticateEveryone: Authenticate = async () => ({
  session: 's',
  name: 'nurse',
  audience: 'staff',
  options: null,
})

const NO_QR = { canJoin: () => false, isOwner: async () => false }

/** Only the socket.io server, on a port of its own; lets everyone in by default. */
export function startSocketServer({
  heartbeat,
  limits,
  authenticate = authenticateEveryone,
}: Options = {}) {
  const channel = createChannel()
  const logged: Record<string, unknown>[] = []
  const log = (level: string, message: string, details = {}) =>
    void logged.push({ level, message, ...details })
  const findCrossSiteProblem = createCrossSiteCheck(log, { publicUrl: undefined })
  const auth = { authenticate, qrAccess: NO_QR, findCrossSiteProblem }
  const socket = createSocketServer(channel, auth, {
    log,
    limiter: createConnectionLimiter({ ...LIVE_LIMITS, ...limits }, log),
    heartbeat: { ...HEARTBEAT, ...heartbeat },
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    websocket: socket.websocket,
    fetch: (request, bunServer) => socket.handle(request, bunServer),
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    io: socket.io,
    channel,
    logged,
    async close() {
      socket.close()
      await server.stop(true)
    },
  }
}

export type TestSocketServer = ReturnType<typeof startSocketServer>
export const UPGRADE_HEADERS = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

type Headers = Record<string, string>

export function fetchEngineIo(url: string, query: string, init: RequestInit = {}) {
  return fetch(`${url}/engine.io/?${query}`, init)
}

export async function openPollingSession(url: string, headers: Headers = {}) {
  const opened = await fetchEngineIo(url, 'EIO=4&transport=polling', { headers })
  const handshake = JSON.parse((await opened.text()).slice(1))
  const query = `EIO=4&transport=polling&sid=${handshake.sid}`
  return {
    handshake,
    sid: handshake.sid as string,
    get: (init: RequestInit = {}) => fetchEngineIo(url, query, { headers, ...init }),
    poll: async () => (await fetchEngineIo(url, query, { headers })).text(),
    post: (body: string) => fetchEngineIo(url, query, { method: 'POST', body, headers }),
  }
}

type Message = string | Uint8Array

/** A websocket without socket.io; `next()` returns the next message, heartbeats included. */
export function openWebSocket(
  url: string,
  query = 'EIO=4&transport=websocket',
  headers: Headers = {},
) {
  const address = `${url.replace('http', 'ws')}/engine.io/?${query}`
  // Bun's WebSocket takes headers, unlike a browser's.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  socket.binaryType = 'arraybuffer'
  const received: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.onmessage = ({ data }) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data)
    const resolveNext = waiting.shift()
    if (resolveNext) resolveNext(message)
    else received.push(message)
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
      const message = received.shift()
      return message === undefined
        ? new Promise<Message>(resolve => waiting.push(resolve))
        : Promise.resolve(message)
    },
  }
}

/** A websocket whose handshake is over, so that the next message is an event. */
export async function openJoinedWebSocket(url: string, join = '40') {
  const socket = openWebSocket(url)
  await socket.next()
  socket.send(join)
  await socket.next()
  await socket.next()
  return socket
}
