import {
  type Greeting,
  type LiveEvent,
  type LiveEvents,
  PUBLISHED_EVENTS,
  TV_LIVE_EVENTS,
  type TvLiveEvent,
  type TvLiveEvents,
} from '#domain/events'
import {
  acceptGreeting,
  countEvent,
  emitLiveEvent,
  isConnected,
  isLive,
  isStale,
  markAlive,
} from './live-state.ts'
import { refetchAll, refetchQueries } from './query.ts'
import { getInvalidated, type QueryKey } from './query-keys.ts'

/** The server sends a ping every 2 s. */
const HEARTBEAT_TIMEOUT_MS = 6_000
const CHECK_INTERVAL_MS = 1_000
const CLOSED = 2
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000
const REFETCH_DELAY_MS = 400

/** Reopens, with backoff, what EventSource does not: after a 503, or a silently dead connection. */
export function connectEventStream(
  url: string,
  greeting: Greeting,
  heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS,
) {
  let source: EventSource | null = null
  let openedAt = 0
  // Monotonic time of this stream's last message: `markAlive` also counts polls.
  let lastMessageAt = 0
  let backoffMs = MIN_BACKOFF_MS
  const delayed = createDelayedRefetch()

  function open() {
    source?.close()
    openedAt = performance.now()
    lastMessageAt = openedAt
    source = new EventSource(url)
    source.addEventListener('ping', onMessage)
    source.addEventListener(greeting, onGreeting)
    for (const event of PUBLISHED_EVENTS)
      source.addEventListener(event, message => onEvent(event, message))
    for (const event of TV_LIVE_EVENTS)
      source.addEventListener(event, message => onOwn(event, message))
    source.onerror = () => (isLive.value = false)
  }

  function onMessage() {
    lastMessageAt = performance.now()
    markAlive()
  }

  function onGreeting(message: Event) {
    onMessage()
    backoffMs = MIN_BACKOFF_MS
    const { version } = parseData<{ version: string }>(message)
    if (acceptGreeting(version)) void refetchAll()
  }

  function onEvent(event: LiveEvent, message: Event) {
    onMessage()
    countEvent()
    const payload = parseData<LiveEvents[LiveEvent]>(message)
    emitLiveEvent(event, payload)
    delayed.add(getInvalidated(event, payload))
  }

  /** The version does not count the events that only this TV receives. */
  function onOwn(event: TvLiveEvent, message: Event) {
    onMessage()
    emitLiveEvent(event, parseData<TvLiveEvents[TvLiveEvent]>(message) as never)
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
    delayed.stop()
    source?.close()
    isLive.value = false
  }
}

function createDelayedRefetch() {
  const pendingKeys = new Set<QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetch() {
    timer = undefined
    const keys = [...pendingKeys]
    pendingKeys.clear()
    void refetchQueries(keys)
  }

  return {
    add(keys: QueryKey[]) {
      for (const key of keys) pendingKeys.add(key)
      if (keys.length > 0) timer ??= setTimeout(refetch, REFETCH_DELAY_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Unchecked: the server is our own. */
function parseData<T>(message: Event) {
  return JSON.parse((message as MessageEvent<string>).data) as T
}
