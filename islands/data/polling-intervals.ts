const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How often screens look again even when no event told them to (specification, section 9). */
export const POLL_MS = {
  currentCall: 2 * SECOND,
  stats: 3 * SECOND,
  windows: 5 * SECOND,
  history: 10 * SECOND,
  media: 10 * SECOND,
  settings: 3 * SECOND,
  prayerTimes: 30 * MINUTE,
  weather: 10 * MINUTE,
  /** Whatever comes from outside, after it could not be had. */
  afterFailure: MINUTE,
  // No event tells of users, nor of their TVs.
  users: 10 * SECOND,
  tvDevices: 10 * SECOND,
  // A person stands in front of it and waits.
  qr: 2 * SECOND,
  backups: 10 * SECOND,
  /** While one is made or restored. */
  backupWork: SECOND,
} as const

/** Lists that events keep fresh are asked for only while no event can arrive. */
export const POLL_WITHOUT_LIVE_MS = {
  patients: 5 * SECOND,
  nextNumber: 5 * SECOND,
  windows: 5 * SECOND,
}

export const QR_POLL_WHILE_LIVE_MS = 15 * SECOND

/** The slow look beside live events: the day ends without one. */
export const POLL_WHILE_LIVE_MS = 60 * SECOND
