import { DomainError } from '#domain/errors'
import { keepNewest } from '../security/rate-limit.ts'
import type { Channel, ChannelEvent } from './channel.ts'
import {
  type ConnectionLimiter,
  createConnectionLimiter,
  MAX_BACKLOG_BYTES,
  RETRY_AFTER_S,
} from './connection-limiter.ts'
import { type Client, getGreeting, isTv, toClientEvent } from './subscriber.ts'

/** TVs and desks count a stream that is silent for 6 s as lost. */
const PING_INTERVAL_MS = 2_000
const RETRY_MS = 1_000

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would buffer the stream without this header.
  'x-accel-buffering': 'no',
}

// Safe: these streams hold only Uint8Array, but the DOM types this strategy for any view.
const BACKLOG = new ByteLengthQueuingStrategy({
  highWaterMark: MAX_BACKLOG_BYTES,
}) as QueuingStrategy<Uint8Array>

type Options = { limiter?: ConnectionLimiter; pingIntervalMs?: number }

type SseClient = Client & {
  stream: ReadableStreamDefaultController<Uint8Array>
  address: string
  arrival: number
  release(): void
  feed: ProgramFeed | undefined
  stopListening?: (() => void) | undefined
  /** Events that came while the missed calls are read. Null after the missed calls are sent. */
  held: ClientEvent[] | null
}

/** `sequence`: set only for calls. */
export type ClientEvent = { name: string; payload: unknown; sequence?: number; id?: string }

/** A connected system receives these events instead of the pages' events. */
export type ProgramFeed = {
  greeting: ClientEvent | null
  toEvent(event: ChannelEvent): ClientEvent | null
  /** Subscribes to events from outside the channel. Returns a function that unsubscribes. */
  listen?: ((send: (event: ClientEvent) => void) => () => void) | undefined
  loadMissed: (() => Promise<ClientEvent[]>) | undefined
}

/** A raw stream costs half as much as a writer with promises. */
export function createEventStreams(
  channel: Channel,
  { limiter = createConnectionLimiter(), pingIntervalMs = PING_INTERVAL_MS }: Options = {},
) {
  const clients = new Set<SseClient>()
  const getArrival = createArrivals()
  const pingTimer = setInterval(() => {
    for (const client of clients) send(client, formatEvent({ name: 'ping', payload: {} }))
  }, pingIntervalMs)

  function send(client: SseClient, message: Uint8Array) {
    // A client that does not read would fill the memory. After a drop it reconnects and refetches.
    if ((client.stream.desiredSize ?? 0) <= 0) drop(client)
    else client.stream.enqueue(message)
  }

  function sendOrHold(client: SseClient, event: ClientEvent) {
    if (client.held) client.held.push(event)
    else send(client, formatEvent(event))
  }

  function drop(client: SseClient, lastMessage?: Uint8Array) {
    // The client may have disconnected while we read its missed calls.
    if (!clients.delete(client)) return
    client.release()
    client.stopListening?.()
    close(client.stream, lastMessage)
  }

  function greet(client: SseClient) {
    const greeting = client.feed ? client.feed.greeting : getGreeting(client, channel)
    if (greeting) send(client, formatEvent(greeting))
  }

  function begin(client: SseClient) {
    const { feed, stream } = client
    clients.add(client)
    stream.enqueue(formatRetry(RETRY_MS))
    greet(client)
    client.stopListening = feed?.listen?.(event => sendOrHold(client, event))
    // If the missed calls cannot be read, the client reconnects and requests them again.
    if (feed?.loadMissed) sendMissed(client, feed.loadMissed, send).catch(() => drop(client))
  }

  function makeRoom({ session }: Client) {
    const own = [...clients].filter(one => one.session === session)
    const surplus = own.length >= limiter.limits.streamsPerSession ? findSurplus(own) : undefined
    if (surplus) drop(surplus, formatRetry(RETRY_AFTER_S * 1_000))
  }

  const unsubscribe = subscribeClients(channel, clients, { sendOrHold, drop, greet })

  return {
    stream(client: Client, address: string, feed?: ProgramFeed) {
      const release = limiter.acquire('stream', address)
      if (!release) throw tooManyError()
      const arrival = getArrival(`${client.session} ${address}`)
      makeRoom(client)
      const held = feed?.loadMissed ? [] : null
      return createStream(stream => {
        const added = { ...client, stream, address, arrival, release, feed, held }
        begin(added)
        return () => drop(added)
      })
    },
    count: () => clients.size,
    close() {
      unsubscribe()
      clearInterval(pingTimer)
      for (const client of clients) drop(client)
    },
  }
}

type Sending = {
  sendOrHold(client: SseClient, event: ClientEvent): void
  drop(client: SseClient): void
  greet(client: SseClient): void
}

function subscribeClients(
  channel: Channel,
  clients: ReadonlySet<SseClient>,
  { sendOrHold, drop, greet }: Sending,
) {
  return channel.subscribe({
    onEvent(event) {
      for (const client of clients) {
        const own = toOwnEvent(client, event, channel)
        if (own) sendOrHold(client, own)
      }
    },
    onSessionsEnded(sessions) {
      for (const client of clients) if (sessions.includes(client.session)) drop(client)
    },
    getSessions: () => [...clients].map(client => client.session),
    getTvs: () => [...clients].filter(isTv),
    onResync() {
      for (const client of clients) {
        // The program reconnects and requests the missing calls.
        if (client.feed) drop(client)
        else greet(client)
      }
    },
  })
}

/** `begin` returns a function that runs when the client has closed the stream. */
function createStream(begin: (stream: SseClient['stream']) => () => void) {
  let cancel: (() => void) | undefined
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(stream) {
      cancel = begin(stream)
    },
    cancel: () => cancel?.(),
  }
  return new ReadableStream(source, BACKLOG)
}

function close(stream: SseClient['stream'], lastMessage: Uint8Array | undefined) {
  try {
    if (lastMessage) stream.enqueue(lastMessage)
    stream.close()
  } catch {
    // The client has closed the stream already.
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>

async function sendMissed(
  client: SseClient,
  loadMissed: () => Promise<ClientEvent[]>,
  send: (client: SseClient, message: Uint8Array) => void,
) {
  const missed = await loadMissed()
  const last = missed.at(-1)?.sequence ?? 0
  const later = client.held?.filter(({ sequence = Infinity }) => sequence > last) ?? []
  client.held = null
  for (const event of [...missed, ...later]) send(client, formatEvent(event))
}

function toOwnEvent(client: SseClient, event: ChannelEvent, channel: Channel): ClientEvent | null {
  if (client.feed) return event.audience.includes('program') ? client.feed.toEvent(event) : null
  const own = toClientEvent(client, event)
  return own && { ...own, id: channel.getVersion() }
}

const encoder = new TextEncoder()

function formatEvent({ name, payload, id }: ClientEvent) {
  // An SSE event named `error` would reach the client's onerror.
  const event = name === 'error' ? 'app:error' : name
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return encoder.encode(`${idLine}event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
}

function formatRetry(ms: number) {
  return encoder.encode(`retry: ${ms}\n\n`)
}

function tooManyError() {
  return new DomainError('Too many live connections. Please close some.', {
    status: 429,
    retryAfterSeconds: RETRY_AFTER_S,
  })
}

type Place = { address: string; arrival: number }

function createArrivals() {
  const arrivals = new Map<string, number>()
  let newest = 0
  return function getArrival(key: string) {
    const arrival = arrivals.get(key) ?? ++newest
    keepNewest(arrivals, key, arrival)
    return arrival
  }
}

/**
 * Returns the stream to close if a session has too many. The address with the most streams loses
 * its oldest, because a TV on bad wireless leaves dead streams. In a tie the newest address loses,
 * because a stranger with a TV's link came after the TV. `streams` begins with the oldest.
 */
function findSurplus<P extends Place>(streams: P[]): P | undefined {
  const byAddress = Map.groupBy(streams, ({ address }) => address)
  const [first] = [...byAddress.values()].toSorted(
    ([a, ...more], [b, ...others]) =>
      others.length - more.length || (b?.arrival ?? 0) - (a?.arrival ?? 0),
  )
  return first?.[0]
}
