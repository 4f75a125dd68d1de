import { effect } from '@preact/signals-react'
import { io, type Socket } from 'socket.io-client'
import { type LiveEvents, RECONNECT, SSE_PATH } from '#domain/events'
import { receiveChange } from './changes.ts'
import {
  acceptGreeting,
  emitLiveEvent,
  isConnected,
  isLive,
  isStale,
  markAlive,
} from './live-state.ts'
import { refetchAll } from './query.ts'
import { checkSession } from './session.ts'
import { POLLING_FIRST, SOCKET_OPTIONS, WEBSOCKET_FIRST } from './socket-options.ts'

const FALLBACK_AFTER_MS = 3_000
const CHECK_INTERVAL_MS = 1_000
const ASK_TIMEOUT_MS = 3_000
const MAX_FAILURES = 2

const onCallShown = (receipts: LiveEvents['call:shown']) => emitLiveEvent('call:shown', receipts)

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

  socket.on('change', receiveChange)
  socket.on('call:shown', onCallShown)

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

/** Uses server-sent events on networks that block the socket. */
function createFallback() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let disconnect: (() => void) | undefined
  // Loads now, because loading would fail once the connection is lost.
  const loading = import('./event-stream.ts').catch(() => null)

  async function start() {
    const module = await loading
    if (timer === undefined) return
    disconnect ??= module?.connectEventStream(`${SSE_PATH}?page=1`, {
      greeting: 'clinic:joined',
      events: [
        ['change', receiveChange],
        ['call:shown', onCallShown],
      ],
    })
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

function watchConnection() {
  let isAsking = false
  let failures = 0

  async function ask() {
    isAsking = true
    try {
      const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
      const response = await fetch('/healthz', { cache: 'no-store', signal })
      // A proxy responds even when the server does not.
      if (response.status === 502 || response.status === 504) throw new Error('no server')
      failures = 0
      markAlive()
      isConnected.value = true
    } catch {
      failures++
    } finally {
      isAsking = false
    }
  }

  function check() {
    // A socket may survive an `offline` event, for example on the server's own computer.
    if (isLive.value && isConnected.value) failures = 0
    else {
      if (failures >= MAX_FAILURES || isStale()) isConnected.value = false
      if (!isAsking) void ask()
    }
  }

  const onOffline = () => (isConnected.value = false)
  addEventListener('offline', onOffline)
  const timer = setInterval(check, CHECK_INTERVAL_MS)
  return () => {
    removeEventListener('offline', onOffline)
    clearInterval(timer)
  }
}
