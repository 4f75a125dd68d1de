import { serverNow } from '../../data/server-clock.ts'
import { wallClock } from '../panels/clock.ts'

const CHECK_INTERVAL_MS = 60_000
const MIN_AGE_MS = 6 * 60 * 60_000
const RELOAD_TIME = '03:30'

/** Frees the memory that browsers leak in a page that is open for months. */
export function reloadNightly(timeZone: string) {
  const openedAt = Date.now()
  setInterval(() => {
    const isOld = Date.now() - openedAt > MIN_AGE_MS
    if (isOld && wallClock(serverNow(), timeZone).minute === RELOAD_TIME) reloadIfReachable()
  }, CHECK_INTERVAL_MS)
}

/** Checks the server first, so that the page is never replaced by the browser's error page. */
function reloadIfReachable() {
  fetch(location.href, { cache: 'no-store' }).then(
    response => response.ok && location.reload(),
    () => {},
  )
}
