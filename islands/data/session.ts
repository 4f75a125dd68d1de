import { api } from './api.ts'

const LONG_SLEEP_MS = 60_000
const CHECK_INTERVAL_MS = 5_000

/**
 * Keeps a screen from showing patients to somebody who is signed out: a page that comes back from the
 * back/forward cache or from a long sleep is covered until the server has said who is there.
 */
export function watchSession() {
  if (document.body.dataset.session !== 'in') return
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
  // 401 reloads the page by itself (api.ts); with the network away the cover stays for another try.
  const answer = await api.auth.me.$get().catch(() => null)
  if (answer?.ok) reloadIfOtherUser((await answer.json()).user.id)
  else if (answer?.status !== 401) setTimeout(checkSession, CHECK_INTERVAL_MS)
}

/** Somebody else may have signed in meanwhile, in another tab of this browser. */
function reloadIfOtherUser(userId: number) {
  if (String(userId) !== document.body.dataset.user) location.reload()
  else document.body.dataset.session = 'in'
}
