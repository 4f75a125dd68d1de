import { serverNow } from '../../data/server-clock.ts'
import { wallClock } from '../panels/clock.ts'

const CHECK_INTERVAL_MS = 60_000
const MIN_AGE_MS = 6 * 60 * 60_000
const RELOAD_TIME = '03:30'

/** A page that is open for months gathers what browsers leak: it starts anew once a night, if it can. */
export function reloadNightly(timeZone: string) {
  const openedAt = Date.now()
  setInterval(() => {
    const isOld = Date.now() - openedAt > MIN_AGE_MS
    if (isOld && wallClock(serverNow(), timeZone).minute === RELOAD_TIME) reloadIfReachable()
  }, CHECK_INTERVAL_MS)
}

/** Never leaves a picture for an error page: the server has to answer first. */
function reloadIfReachable() {
  fetch(location.href, { cache: 'no-store' }).then(
    answer => answer.ok && location.reload(),
    () => {},
  )
}
