import { api, takeSessionEnd } from './api.ts'

/** Longer than the minute to which browsers slow the timers of a hidden tab. */
const LONG_SLEEP_MS = 120_000
const CHECK_INTERVAL_MS = 5_000

let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Covers a page that returns from cache or sleep until its session is checked. */
export function watchSession() {
  const { session } = document.body.dataset
  // Another tab may have logged in first, so Login never explained the end of the session.
  if (session !== 'out') takeSessionEnd()
  if (session !== 'in') return
  window.addEventListener('pageshow', event => event.persisted && void checkSession())

  let lastTick = Date.now()
  setInterval(() => {
    const slept = Date.now() - lastTick > LONG_SLEEP_MS
    lastTick = Date.now()
    if (slept) void checkSession()
  }, CHECK_INTERVAL_MS)
}

export async function checkSession() {
  document.body.dataset.session = 'checking'
  // api.ts reloads the page on 401. Without a network, the page stays covered and retries.
  const response = await api.auth.me.$get().catch(() => null)
  if (response?.ok) reloadIfOtherUser((await response.json()).user)
  else if (response?.status !== 401) {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(checkSession, CHECK_INTERVAL_MS)
  }
}

/** Another tab may have signed in another user. */
function reloadIfOtherUser({ id }: { id: number }) {
  if (String(id) !== document.body.dataset.user) location.reload()
  else document.body.dataset.session = 'in'
}
