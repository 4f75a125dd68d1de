import { LIVE_EVENTS, type LiveEvent } from '#clinic/live-events'
import { heard, isConnected, isListening, lastHeardAt, tellHearers } from '../data/live-state.ts'
import { lookAgain, lookAtEverythingAgain } from '../data/query.ts'
import { serverNow } from '../data/server-clock.ts'
import { LOOK_AGAIN_AT } from '../data/topics.ts'

/** The server says something every 15 s; a stream that is silent for longer is dead, whatever it claims. */
const SILENT_IS_DEAD_MS = 40_000
const WATCHES_EVERY_MS = 2_000
const CLOSED = 2
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Without live events the polls answer every 2 s. */
const STALE_AFTER_MS = 8_000

/**
 * Listens until the answered function is called. An EventSource comes back by itself after a lost connection but
 * not after an answer such as 503, nor from a connection that died without a word: then it is opened anew.
 */
export function listen(url: string) {
  let source: EventSource | null = null
  let openedAt = 0
  let wait = FIRST_WAIT_MS

  function open() {
    source?.close()
    openedAt = Date.now()
    source = new EventSource(url)
    source.addEventListener('ping', heard)
    for (const event of LIVE_EVENTS) {
      if (event !== 'error') source.addEventListener(event, message => hear(event, message))
    }
    source.onerror = () => (isListening.value = false)
  }

  function hear(event: Exclude<LiveEvent, 'error'>, message: Event) {
    const payload = JSON.parse((message as MessageEvent<string>).data)
    tellHearers(event, payload)
    if (event !== 'tv:connected') return void lookAgain(LOOK_AGAIN_AT[event] ?? [])
    wait = FIRST_WAIT_MS
    isListening.value = true
    isConnected.value = true
    // Whatever was missed is asked for, not replayed.
    void lookAtEverythingAgain()
  }

  function watch() {
    const silentFor = Date.parse(serverNow()) - Date.parse(lastHeardAt())
    if (isListening.value && silentFor > SILENT_IS_DEAD_MS) isListening.value = false
    if (!isListening.value) isConnected.value = silentFor < STALE_AFTER_MS
    const isDead = source?.readyState === CLOSED || silentFor > SILENT_IS_DEAD_MS
    if (!isDead || Date.now() - openedAt < wait) return
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    open()
  }

  open()
  const timer = setInterval(watch, WATCHES_EVERY_MS)
  return () => {
    clearInterval(timer)
    source?.close()
    isListening.value = false
  }
}
