import { serverNow } from '../../data/server-clock.ts'
import { wallClock } from '../panels/clock.ts'

const LOOKS_EVERY_MS = 60_000
const OPEN_AT_LEAST_MS = 6 * 60 * 60_000
const AT = '03:30'

/** A page that is open for months gathers what browsers leak: it starts anew once a night, if it can. */
export function reloadAtQuietHours(timeZone: string) {
  const openedAt = Date.now()
  setInterval(() => {
    const isOld = Date.now() - openedAt > OPEN_AT_LEAST_MS
    if (isOld && wallClock(serverNow(), timeZone).minute === AT) reloadIfServed()
  }, LOOKS_EVERY_MS)
}

/** Never leaves a picture for an error page: the server has to answer first. */
function reloadIfServed() {
  fetch(location.href, { cache: 'no-store' }).then(
    answer => answer.ok && location.reload(),
    () => {},
  )
}
