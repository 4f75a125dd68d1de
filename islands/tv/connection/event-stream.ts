import { LIVE_EVENTS, type LiveEvent } from '#domain/events'
import {
  emitLiveEvent,
  getLastAliveAt,
  isConnected,
  isLive,
  markAlive,
} from '../../data/live-state.ts'
import { refetchAll, refetchQueries } from '../../data/query.ts'
import { INVALIDATED_BY, type QueryKey } from '../../data/query-keys.ts'
import { serverNow } from '../../data/server-clock.ts'

/** The server sends a ping every 15 s. */
const HEARTBEAT_TIMEOUT_MS = 40_000
const CONNECT_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 2_000
const CLOSED = 2
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000
const REFETCH_DELAY_MS = 400
const STALE_AFTER_MS = 8_000

/** Reopens, with backoff, what EventSource does not: after a 503, or a silently dead connection. */
export function connectEventStream(url: string, heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS) {
  let source: EventSource | null = null
  let openedAt = 0
  // Of this stream only, in monotonic time: `markAlive` also counts polls.
  let lastMessageAt = 0
  let backoffMs = MIN_BACKOFF_MS
  const pendingKeys = new Set<QueryKey>()
  let refetchTimer: ReturnType<typeof setTimeout> | undefined

  function open() {
    source?.close()
    openedAt = performance.now()
    lastMessageAt = openedAt
    source = new EventSource(url)
    source.addEventListener('ping', onMessage)
    for (const event of LIVE_EVENTS) {
      if (event !== 'error') source.addEventListener(event, message => onEvent(event, message))
    }
    source.onerror = () => (isLive.value = false)
  }

  function onMessage() {
    lastMessageAt = performance.now()
    markAlive()
  }

  function onEvent(event: Exclude<LiveEvent, 'error'>, message: Event) {
    onMessage()
    const payload = JSON.parse((message as MessageEvent<string>).data)
    emitLiveEvent(event, payload)
    if (event !== 'tv:connected') return scheduleRefetch(INVALIDATED_BY[event] ?? [])
    backoffMs = MIN_BACKOFF_MS
    isLive.value = true
    isConnected.value = true
    void refetchAll()
  }

  function scheduleRefetch(keys: QueryKey[]) {
    for (const key of keys) pendingKeys.add(key)
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      const keysToRefetch = Array.from(pendingKeys)
      pendingKeys.clear()
      void refetchQueries(keysToRefetch)
    }, REFETCH_DELAY_MS)
  }

  function checkConnection() {
    const timeoutMs = isLive.value
      ? heartbeatTimeoutMs
      : Math.min(heartbeatTimeoutMs, CONNECT_TIMEOUT_MS)
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
    clearTimeout(refetchTimer)
    source?.close()
    isLive.value = false
  }
}

function isStale() {
  return Date.parse(serverNow()) - Date.parse(getLastAliveAt()) >= STALE_AFTER_MS
}
