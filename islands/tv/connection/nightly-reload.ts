import { getClinicMinute, type TimeZone } from '#domain/time'
import { serverNow } from '../../data/server-clock.ts'
import { withAbort } from '../../data/timeout.ts'

const CHECK_INTERVAL_MS = 60_000
const MIN_AGE_MS = 6 * 60 * 60_000
const RELOAD_TIME = '03:30'

/** Frees memory that browsers leak on pages that stay open for months. */
export function reloadNightly(getTimeZone: () => TimeZone) {
  const openedAt = Date.now()
  const timer = setInterval(() => {
    const isOld = Date.now() - openedAt > MIN_AGE_MS
    if (isOld && getClinicMinute(serverNow(), getTimeZone()) === RELOAD_TIME) reloadIfReachable()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

function reloadIfReachable() {
  withAbort(signal => fetch(location.href, { cache: 'no-store', signal }), CHECK_INTERVAL_MS).then(
    response => response.ok && location.reload(),
    () => {},
  )
}
