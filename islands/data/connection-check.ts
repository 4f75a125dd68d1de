import { isConnected, isLive, isStale, markAlive } from './live-state.ts'

const CHECK_INTERVAL_MS = 1_000
const TIMEOUT_MS = 3_000
const MAX_FAILURES = 2

/** Asks whether the server responds while no live events arrive. Returns a function to stop. */
export function watchConnection() {
  let isAsking = false
  let failures = 0

  async function ask() {
    isAsking = true
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
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
    // A socket may survive `offline`, for example on the server's own computer.
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
