import { DomainError } from '#domain/errors'
import type { Channel } from './channel.ts'
import {
  type ConnectionLimiter,
  createConnectionLimiter,
  RETRY_AFTER_S,
} from './connection-limiter.ts'
import {
  dropClient,
  dropOldestClients,
  formatEvent,
  formatRetry,
  type SseClient,
  sendToClients,
} from './sse-clients.ts'
import { type Client, getGreeting } from './subscriber.ts'

const PING_INTERVAL_MS = 15_000
const MAX_BACKLOG_BYTES = 1024 * 1024
const RETRY_MS = 1_000

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Without it nginx holds everything back.
  'x-accel-buffering': 'no',
}

type Options = { keeper?: ConnectionLimiter; pingEveryMs?: number }

/** Live events as server-sent events. A raw stream: half the cost of a writer with promises. */
export function createEventStreams(
  channel: Channel,
  { keeper = createConnectionLimiter(), pingEveryMs = PING_INTERVAL_MS }: Options = {},
) {
  const readers = new Set<SseClient>()
  const pinging = setInterval(
    () => sendToClients(readers, () => true, formatEvent('ping', {})),
    pingEveryMs,
  )

  const unsubscribe = channel.subscribe({
    hear({ event, payload, heardBy }) {
      // An SSE event named `error` would reach the client's onerror.
      const name = event === 'error' ? 'app:error' : event
      sendToClients(
        readers,
        reader => heardBy.includes(reader.audience),
        formatEvent(name, payload),
      )
    },
    end(sessions) {
      for (const reader of readers)
        if (sessions.includes(reader.session)) dropClient(readers, reader)
    },
    sessions: () => [...readers].map(reader => reader.session),
    greetAnew() {
      for (const reader of readers)
        sendToClients(readers, one => one === reader, greetingFrame(reader))
    },
  })

  return {
    /** A stream of events for one listener; it ends with his session. 429 when his address has too many. */
    stream(listener: Client, address: string) {
      const leave = keeper.enter('stream', address)
      if (!leave) throw tooManyError()
      dropOldestClients(readers, listener.session, keeper.limits.streamsPerSession)
      let reader: SseClient | undefined
      return limitedStream({
        start(stream) {
          reader = { ...listener, stream, leave }
          readers.add(reader)
          stream.enqueue(formatRetry(RETRY_MS))
          stream.enqueue(greetingFrame(listener))
        },
        cancel() {
          if (reader) dropClient(readers, reader)
        },
      })
    },
    count: () => readers.size,
    close() {
      unsubscribe()
      clearInterval(pinging)
      for (const reader of readers) dropClient(readers, reader)
    },
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>

function greetingFrame(listener: Client) {
  const { event, payload } = getGreeting(listener)
  return formatEvent(event, payload)
}

function limitedStream(source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> {
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG_BYTES })
  // The DOM's types know a byte-length strategy for any view; ours only ever holds Uint8Array.
  return new ReadableStream<Uint8Array>(source, strategy as QueuingStrategy<Uint8Array>)
}

const tooManyError = () =>
  new DomainError('Too many live connections. Please close some.', {
    status: 429,
    retryAfterSeconds: RETRY_AFTER_S,
  })
