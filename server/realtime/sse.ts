import { Refusal } from '#domain/errors'
import type { Channel } from './channel.ts'
import { type Doorkeeper, openDoorkeeper, REFUSED_COME_BACK_AFTER_S } from './connection-limiter.ts'
import { comeBackAfter, drop, frame, makeRoom, type Reader, tellAll } from './sse-clients.ts'
import { greeting, type Listener } from './subscriber.ts'

const PING_EVERY_MS = 15_000
const LARGEST_BACKLOG_BYTES = 1024 * 1024
const COME_BACK_AFTER_MS = 1_000

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Without it nginx holds everything back.
  'x-accel-buffering': 'no',
}

type Options = { keeper?: Doorkeeper; pingEveryMs?: number }

/** Live events as server-sent events. A raw stream: half the cost of a writer with promises. */
export function openEvents(
  channel: Channel,
  { keeper = openDoorkeeper(), pingEveryMs = PING_EVERY_MS }: Options = {},
) {
  const readers = new Set<Reader>()
  const pinging = setInterval(() => tellAll(readers, () => true, frame('ping', {})), pingEveryMs)

  const unsubscribe = channel.subscribe({
    hear({ event, payload, heardBy }) {
      // An SSE event named `error` would reach the client's onerror.
      const name = event === 'error' ? 'app:error' : event
      tellAll(readers, reader => heardBy.includes(reader.audience), frame(name, payload))
    },
    end(sessions) {
      for (const reader of readers) if (sessions.includes(reader.session)) drop(readers, reader)
    },
    sessions: () => [...readers].map(reader => reader.session),
    greetAnew() {
      for (const reader of readers) tellAll(readers, one => one === reader, greetingFrame(reader))
    },
  })

  return {
    /** A stream of events for one listener; it ends with his session. 429 when his address has too many. */
    stream(listener: Listener, address: string) {
      const leave = keeper.enter('stream', address)
      if (!leave) throw TOO_MANY()
      makeRoom(readers, listener.session, keeper.limits.streamsPerSession)
      let reader: Reader | undefined
      return limitedStream({
        start(stream) {
          reader = { ...listener, stream, leave }
          readers.add(reader)
          stream.enqueue(comeBackAfter(COME_BACK_AFTER_MS))
          stream.enqueue(greetingFrame(listener))
        },
        cancel() {
          if (reader) drop(readers, reader)
        },
      })
    },
    count: () => readers.size,
    close() {
      unsubscribe()
      clearInterval(pinging)
      for (const reader of readers) drop(readers, reader)
    },
  }
}

export type LiveEventStreams = ReturnType<typeof openEvents>

function greetingFrame(listener: Listener) {
  const { event, payload } = greeting(listener)
  return frame(event, payload)
}

function limitedStream(source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> {
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: LARGEST_BACKLOG_BYTES })
  // The DOM's types know a byte-length strategy for any view; ours only ever holds Uint8Array.
  return new ReadableStream<Uint8Array>(source, strategy as QueuingStrategy<Uint8Array>)
}

const TOO_MANY = () =>
  new Refusal('Too many live connections. Please close some.', {
    status: 429,
    retryAfterSeconds: REFUSED_COME_BACK_AFTER_S,
  })
