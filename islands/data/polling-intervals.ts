const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Intervals of queries that a TV also uses. */
export const POLL_MS = {
  currentCall: 2 * SECOND,
  media: 10 * SECOND,
  settings: 3 * SECOND,
  prayerTimes: 30 * MINUTE,
  weather: 10 * MINUTE,
  afterFailure: MINUTE,
  retry: 5 * SECOND,
} as const

const ROOMS_MS = 5 * SECOND

export const STAFF_POLL_MS = {
  patients: 5 * SECOND,
  nextNumber: 5 * SECOND,
  stats: 3 * SECOND,
  windows: ROOMS_MS,
  // No event reports changes of users and notices, or when a TV was last seen.
  notices: MINUTE,
  gettingStarted: 5 * SECOND,
  lists: 10 * SECOND,
  qr: 2 * SECOND,
  backupWork: SECOND,
} as const

/** No event announces the end of the clinic's day. */
export const POLL_WHILE_LIVE_MS = 60 * SECOND

export const POLLED_ROOMS = { every: ROOMS_MS, onlyWithoutLive: true }
