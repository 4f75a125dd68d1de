import { effect } from '@preact/signals-react'
import { io, type Socket } from 'socket.io-client'
import { LIVE_EVENTS, type LiveEvents, RECONNECT } from '#domain/events'
import { emitLiveEvent, isConnected, isLive } from './live-state.ts'
import { refetchAll, refetchQueries } from './query.ts'
import { INVALIDATED_BY } from './query-keys.ts'
import { checkSession } from './session.ts'
import { POLLING_FIRST, SOCKET_OPTIONS, WEBSOCKET_FIRST } from './socket-options.ts'

const FIRST_CONNECT_TIMEOUT_MS = 3_000
/** Listens for live events for as long as the page is open, whatever happens to the connection. */
export function connectLive(
  socket: Socket = io(SOCKET_OPTIONS),
  slowDelayMs = RECONNECT.slowDelayMs,
) {
  let slow: ReturnType<typeof setTimeout> | undefined
  // For whoever looks from outside: a test, or a person with the inspector.
  const unmark = effect(() => {
    document.body.dataset.live = isLive.value ? 'on' : 'off'
  })
  const late = setTimeout(() => (isConnected.value = isLive.value), FIRST_CONNECT_TIMEOUT_MS)

  socket.on('clinic:joined', () => {
    clearTimeout(late)
    isLive.value = true
    isConnected.value = true
    // Whatever was missed is asked for, not replayed.
    void refetchAll()
  })
  socket.on('disconnect', reason => {
    isLive.value = false
    isConnected.value = false
    // The server lets a session's connections go when it ends.
    if (reason === 'io server disconnect') void checkSession()
    if (!socket.active) slowly()
  })
  socket.io.on('reconnect_failed', slowly)
  // Every other attempt begins with polling: some networks swallow websockets without a word.
  socket.io.on('reconnect_attempt', attempt => {
    socket.io.opts.transports = attempt % 2 === 1 ? POLLING_FIRST : WEBSOCKET_FIRST
  })
  const comeBack = () => void socket.connect()
  addEventListener('online', comeBack)

  for (const event of LIVE_EVENTS) {
    socket.on(event, (payload: LiveEvents[typeof event]) => {
      emitLiveEvent(event, payload)
      void refetchQueries(INVALIDATED_BY[event] ?? [])
    })
  }

  /** After the specified attempts a slow one, for ever. */
  function slowly() {
    clearTimeout(slow)
    slow = setTimeout(comeBack, slowDelayMs)
  }

  return () => {
    removeEventListener('online', comeBack)
    socket.io.off('reconnect_failed', slowly)
    socket.close()
    clearTimeout(late)
    clearTimeout(slow)
    unmark()
  }
}
