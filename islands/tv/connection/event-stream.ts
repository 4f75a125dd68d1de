import { LIVE_EVENTS, type LiveEvent } from '#domain/events'
import { heard, isConnected, isListening, lastHeardAt, tellHearers } from '../../data/live-state.ts'
import { lookAgain, lookAtEverythingAgain } from '../../data/query.ts'
import { LOOK_AGAIN_AT, type Topic } from '../../data/query-keys.ts'
import { serverNow } from '../../data/server-clock.ts'

/** The server says something every 15 s; a stream that is silent for longer is dead, whatever it claims. */
const SILENT_IS_DEAD_MS = 40_000
/** Whoever is let in is greeted at once. */
const GREETS_WITHIN_MS = 30_000
const WATCHES_EVERY_MS = 2_000
const CLOSED = 2
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A desk completes, registers and calls within a moment: one look answers for all. The call itself never waits. */
const LOOKS_AFTER_MS = 400
/** Without live events the polls answer every 2 s. */
const STALE_AFTER_MS = 8_000

/**
 * Listens until the answered function is called. An EventSource comes back by itself after a lost connection but
 * not after an answer such as 503, nor from a connection that died without a word: then it is opened anew.
 */
export function listen(url: string, silentIsDeadMs = SILENT_IS_DEAD_MS) {
  let source: EventSource | null = null
  let openedAt = 0
  // The stream's own last word: answers to polls say nothing about it. No clock that somebody sets.
  let spokeAt = 0
  let wait = FIRST_WAIT_MS
  const due = new Set<Topic>()
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
    source.onerror = () => (isListening.value = false)
  }

  function spoke() {
    spokeAt = performance.now()
    heard()
  }

  function hear(event: Exclude<LiveEvent, 'error'>, message: Event) {
    spoke()
    const payload = JSON.parse((message as MessageEvent<string>).data)
    tellHearers(event, payload)
    if (event !== 'tv:connected') return lookSoon(LOOK_AGAIN_AT[event] ?? [])
    wait = FIRST_WAIT_MS
    isListening.value = true
    isConnected.value = true
    // Whatever was missed is asked for, not replayed.
    void lookAtEverythingAgain()
  }

  function lookSoon(topics: Topic[]) {
    for (const topic of topics) due.add(topic)
    looking ??= setTimeout(() => {
      looking = undefined
      const those = Array.from(due)
      due.clear()
      void lookAgain(those)
    }, LOOKS_AFTER_MS)
  }

  function watch() {
    const mayBeSilentMs = isListening.value
      ? silentIsDeadMs
      : Math.min(silentIsDeadMs, GREETS_WITHIN_MS)
    const isSilent = performance.now() - spokeAt > mayBeSilentMs
    if (isSilent) isListening.value = false
    if (!isListening.value) isConnected.value = !isStale()
    const isDead = source?.readyState === CLOSED || isSilent
    if (!isDead || performance.now() - openedAt < wait) return
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    open()
  }

  open()
  const timer = setInterval(watch, WATCHES_EVERY_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(looking)
    source?.close()
    isListening.value = false
  }
}

function isStale() {
  return Date.parse(serverNow()) - Date.parse(lastHeardAt()) >= STALE_AFTER_MS
}
