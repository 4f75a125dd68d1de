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

/** The server says something every 15 s; a stream that is silent for longer is dead, whatever it claims. */
const HEARTBEAT_TIMEOUT_MS = 40_000
/** Whoever is let in is greeted at once. */
const GREETING_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 2_000
const CLOSED = 2
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000
/** A desk completes, registers and calls within a moment: one look answers for all. The call itself never waits. */
const REFETCH_DELAY_MS = 400
/** Without live events the polls answer every 2 s. */
const STALE_AFTER_MS = 8_000

/**
 * Listens until the answered function is called. An EventSource comes back by itself after a lost connection but
 * not after an answer such as 503, nor from a connection that died without a word: then it is opened anew.
 */
export function connectEventStream(url: string, silentIsDeadMs = HEARTBEAT_TIMEOUT_MS) {
  let source: EventSource | null = null
  let openedAt = 0
  // The stream's own last word: answers to polls say nothing about it. No clock that somebody sets.
  let spokeAt = 0
  let wait = MIN_BACKOFF_MS
  const due = new Set<QueryKey>()
  let looking: ReturnType<typeof setTimeout> | undefined

  function open() {
    source?.close()
    openedAt = performance.now()
    spokeAt = openedAt
    source = new EventSource(url)
    source.addEventListener('ping', spoke)
    for (const event of LIVE_EVENTS) {
      if (event !== 'error') source.addEventListener(event, message => hear(event, message))
    }
    source.onerror = () => (isLive.value = false)
  }

  function spoke() {
    spokeAt = performance.now()
    markAlive()
  }

  function hear(event: Exclude<LiveEvent, 'error'>, message: Event) {
    spoke()
    const payload = JSON.parse((message as MessageEvent<string>).data)
    emitLiveEvent(event, payload)
    if (event !== 'tv:connected') return lookSoon(INVALIDATED_BY[event] ?? [])
    wait = MIN_BACKOFF_MS
    isLive.value = true
    isConnected.value = true
    // Whatever was missed is asked for, not replayed.
    void refetchAll()
  }

  function lookSoon(topics: QueryKey[]) {
    for (const topic of topics) due.add(topic)
    looking ??= setTimeout(() => {
      looking = undefined
      const those = Array.from(due)
      due.clear()
      void refetchQueries(those)
    }, REFETCH_DELAY_MS)
  }

  function watch() {
    const mayBeSilentMs = isLive.value
      ? silentIsDeadMs
      : Math.min(silentIsDeadMs, GREETING_TIMEOUT_MS)
    const isSilent = performance.now() - spokeAt > mayBeSilentMs
    if (isSilent) isLive.value = false
    if (!isLive.value) isConnected.value = !isStale()
    const isDead = source?.readyState === CLOSED || isSilent
    if (!isDead || performance.now() - openedAt < wait) return
    wait = Math.min(wait * 2, MAX_BACKOFF_MS)
    open()
  }

  open()
  const timer = setInterval(watch, CHECK_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(looking)
    source?.close()
    isLive.value = false
  }
}

function isStale() {
  return Date.parse(serverNow()) - Date.parse(getLastAliveAt()) >= STALE_AFTER_MS
}
