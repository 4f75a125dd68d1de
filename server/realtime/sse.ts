import { DomainError } from '#domain/errors'
import type { Channel, ChannelEvent } from './channel.ts'
import {
  type ConnectionLimiter,
  createConnectionLimiter,
  RETRY_AFTER_S,
} from './connection-limiter.ts'
import {
  dropClient,
  formatEvent,
  formatEventText,
  formatRetry,
  makeRoom,
  type SseClient,
  sendToClient,
  sendToClients,
} from './sse-clients.ts'
import { type Client, getGreeting, isTv, toClientEvent } from './subscriber.ts'

/** TVs and desks count a stream that is silent for 6 s as lost. */
const PING_INTERVAL_MS = 2_000
const MAX_BACKLOG_BYTES = 1024 * 1024
const RETRY_MS = 1_000

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx buffers the stream without it.
  'x-accel-buffering': 'no',
}

type Options = { limiter?: ConnectionLimiter; pingIntervalMs?: number }

/** Live events as server-sent events. A raw stream costs half as much as a writer with promises. */
export function createEventStreams(
  channel: Channel,
  { limiter = createConnectionLimiter(), pingIntervalMs = PING_INTERVAL_MS }: Options = {},
) {
  const clients = new Set<SseClient>()
  const pingTimer = setInterval(
    () => sendToClients(clients, formatEvent('ping', {})),
    pingIntervalMs,
  )

  const unsubscribe = channel.subscribe({
    onEvent(event) {
      const format = createFormatter()
      for (const client of clients) {
        const own = toClientEvent(client, event)
        if (own) sendToClient(clients, client, format(own))
      }
    },
    onSessionsEnded(sessions) {
      for (const client of clients)
        if (sessions.includes(client.session)) dropClient(clients, client)
    },
    getSessions: () => [...clients].map(client => client.session),
    getTvs: () => [...clients].filter(isTv),
    onResync() {
      for (const client of clients) sendToClient(clients, client, formatGreeting(client, channel))
    },
  })

  return {
    /** Ends when the client's session ends. Throws 429 when the address has too many. */
    stream(client: Client, address: string) {
      const release = limiter.acquire('stream', address)
      if (!release) throw tooManyError()
      makeRoom(clients, client.session, limiter.limits.streamsPerSession)
      let sseClient: SseClient | undefined
      return createBoundedStream({
        start(stream) {
          sseClient = { ...client, stream, address, release }
          clients.add(sseClient)
          stream.enqueue(formatRetry(RETRY_MS))
          stream.enqueue(formatGreeting(client, channel))
        },
        cancel() {
          if (sseClient) dropClient(clients, sseClient)
        },
      })
    },
    count: () => clients.size,
    close() {
      unsubscribe()
      clearInterval(pingTimer)
      for (const client of clients) dropClient(clients, client)
    },
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** Most clients receive the same message, which is formatted once. */
function createFormatter() {
  const formatted = new Map<string, Uint8Array>()

  return ({ name, payload }: Pick<ChannelEvent, 'name' | 'payload'>) => {
    // An SSE event named `error` would reach the client's onerror.
    const sseName = name === 'error' ? 'app:error' : name
    const text = JSON.stringify(payload)
    const key = `${sseName} ${text}`
    const message = formatted.get(key) ?? formatEventText(sseName, text)
    formatted.set(key, message)
    return message
  }
}

function formatGreeting(client: Client, channel: Channel) {
  const { event, payload } = getGreeting(client, channel)
  return formatEvent(event, payload)
}

function createBoundedStream(
  source: UnderlyingDefaultSource<Uint8Array>,
): ReadableStream<Uint8Array> {
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG_BYTES })
  // The DOM types this strategy for any view; this stream holds only Uint8Array.
  return new ReadableStream<Uint8Array>(source, strategy as QueuingStrategy<Uint8Array>)
}

function tooManyError() {
  return new DomainError('Too many live connections. Please close some.', {
    status: 429,
    retryAfterSeconds: RETRY_AFTER_S,
  })
}
