import type { Greeting } from '#domain/events'
import {
  acceptGreeting,
  isConnected,
  isLive,
  isStale,
  markAlive,
  setKnownVersion,
} from './live-state.ts'
import { refetchAll } from './query.ts'

/** The server sends a ping every 2 s. */
const HEARTBEAT_TIMEOUT_MS = 6_000
const CHECK_INTERVAL_MS = 1_000
const CLOSED = 2
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

type Options = {
  greeting: Greeting
  // biome-ignore lint/suspicious/noExplicitAny: unchecked, because the server is our own
  events: [name: string, handle: (payload: any) => void][]
  heartbeatTimeoutMs?: number
}

/** Reopens the stream, with backoff, where EventSource does not: after a 503 or a silent loss. */
export function connectEventStream(
  url: string,
  { greeting, events, heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS }: Options,
) {
  let source: EventSource | null = null
  let openedAt = 0
  // Monotonic time of this stream's last message. `markAlive` also counts polls.
  let lastMessageAt = 0
  let backoffMs = MIN_BACKOFF_MS

  function open() {
    source?.close()
    openedAt = performance.now()
    lastMessageAt = openedAt
    source = new EventSource(url)
    source.addEventListener('ping', onMessage)
    source.addEventListener(greeting, onGreeting)
    for (const [event, handle] of events)
      source.addEventListener(event, message => {
        onMessage()
        const { data, lastEventId } = message as MessageEvent<string>
        handle(JSON.parse(data))
        if (lastEventId) setKnownVersion(lastEventId)
      })
    source.onerror = () => (isLive.value = false)
  }

  function onMessage() {
    lastMessageAt = performance.now()
    markAlive()
  }

  function onGreeting(message: Event) {
    onMessage()
    backoffMs = MIN_BACKOFF_MS
    const { version } = JSON.parse((message as MessageEvent<string>).data)
    if (acceptGreeting(version)) void refetchAll()
  }

  function checkConnection() {
    const timeoutMs = isLive.value ? heartbeatTimeoutMs : 2 * heartbeatTimeoutMs
    const isSilent = performance.now() - lastMessageAt > timeoutMs
    if (isSilent) isLive.value = false
    if (!isLive.value) isConnected.value = !isStale()
    const isDead = source?.readyState === CLOSED || isSilent
    if (!isDead || performance.now() - openedAt < backoffMs) return
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
    open()
  }

  open()
  const timer = setInterval(checkConnection, CHECK_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    source?.close()
    isLive.value = false
  }
}
