import { effect } from '@preact/signals-react'
import { io, type Socket } from 'socket.io-client'
import {
  type LiveEvents,
  PUBLISHED_EVENTS,
  RECONNECT,
  SSE_PATH,
  type WithPatient,
} from '#domain/events'
import { watchConnection } from './connection-check.ts'
import { invalidate } from './invalidation.ts'
import { acceptGreeting, countEvent, emitLiveEvent, isLive } from './live-state.ts'
import { refetchAll } from './query.ts'
import { getInvalidated } from './query-keys.ts'
import { checkSession } from './session.ts'
import { POLLING_FIRST, SOCKET_OPTIONS, WEBSOCKET_FIRST } from './socket-options.ts'

const FALLBACK_AFTER_MS = 3_000

export function connectLive(
  socket: Socket = io(SOCKET_OPTIONS),
  slowDelayMs = RECONNECT.slowDelayMs,
) {
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  const fallback = createFallback()
  // Tests and developers read this.
  const stopMarking = effect(() => {
    document.body.dataset.live = isLive.value ? 'on' : 'off'
  })
  const stopChecking = watchConnection()
  fallback.startLater()

  socket.on('clinic:joined', ({ version }: LiveEvents['clinic:joined']) => {
    fallback.stop()
    // Missed events are not replayed.
    if (acceptGreeting(version)) void refetchAll()
  })
  socket.on('disconnect', reason => {
    isLive.value = false
    fallback.startLater()
    // The server disconnects a session's sockets when the session ends.
    if (reason === 'io server disconnect') void checkSession()
    if (!socket.active) retrySlowly()
  })
  socket.io.on('reconnect_failed', retrySlowly)
  // Some networks drop websockets silently, so every other attempt starts with polling.
  socket.io.on('reconnect_attempt', attempt => {
    socket.io.opts.transports = attempt % 2 === 1 ? POLLING_FIRST : WEBSOCKET_FIRST
  })
  const reconnect = () => void socket.connect()
  addEventListener('online', reconnect)

  for (const event of PUBLISHED_EVENTS) {
    socket.on(event, (payload: LiveEvents[typeof event] & WithPatient) => {
      const version = countEvent()
      emitLiveEvent(event, payload)
      const keys = getInvalidated(event, payload)
      invalidate({ version, keys, patient: payload.patient })
    })
  }

  function retrySlowly() {
    clearTimeout(slowTimer)
    slowTimer = setTimeout(reconnect, slowDelayMs)
  }

  return () => {
    removeEventListener('online', reconnect)
    socket.io.off('reconnect_failed', retrySlowly)
    socket.close()
    fallback.stop()
    stopChecking()
    clearTimeout(slowTimer)
    stopMarking()
  }
}

/** Server-sent events, for networks that block the socket. */
function createFallback() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let disconnect: (() => void) | undefined
  // Now, because it cannot be loaded when the connection is lost.
  const loading = import('./event-stream.ts').catch(() => null)

  async function start() {
    const module = await loading
    if (timer !== undefined) disconnect ??= module?.connectEventStream(SSE_PATH, 'clinic:joined')
  }

  return {
    startLater() {
      timer ??= setTimeout(() => void start(), FALLBACK_AFTER_MS)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      disconnect?.()
      disconnect = undefined
    },
  }
}
