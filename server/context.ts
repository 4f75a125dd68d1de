import type { Database } from '#db/connection/open'
import type { Location } from '#domain/display/location'
import { PAIRING_RATE } from '#domain/display/tv-pairing'
import type { Weather } from '#domain/display/weather'
import { getListedRangeAt, type ListedRange } from '#domain/time'
import { createLastSeen, type LastSeen } from './actions/last-seen.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import { createReadCache, type ReadCache } from './queries/read-cache.ts'
import type { Channel } from './realtime/channel.ts'
import { createLoginThrottle, type LoginThrottle } from './security/login-throttle.ts'
import { QR_RATE } from './security/qr-session.ts'
import { createRateLimiter, type RateLimiter } from './security/rate-limit.ts'
import type { SharedLimits } from './security/shared-limits.ts'
import { createTvTokens, type TvTokens } from './security/tokens.ts'
import type { BackupStore } from './storage/backup/backup-store.ts'
import type { MediaStorage } from './storage/media-storage.ts'

/** What every action is handed: the database, the publisher, the clock, and this machine's own state. */
export type App = Pick<Database, 'read' | 'write' | 'copy'> & {
  live: Channel
  log: Log
  metrics: Metrics
  mediaStorage: MediaStorage
  /** Null where the data is not this machine's to keep. */
  backupStore: BackupStore | null
  /** Ends politely and begins again on the backup that was made ready; the program puts its own way in. */
  restartWith(backup: string): Promise<void>
  /** Whether what is said here does not reach the other machines; whoever joins them puts his way in. */
  isDisconnected(): boolean
  /** Now, as ISO 8601 in UTC. */
  now(): string
  timeZone: string
  /** What was read, kept until the next write. */
  cached: ReadCache
  loginThrottle: LoginThrottle
  tvTokens: TvTokens
  lastSeen: LastSeen
  pairingLimit: RateLimiter
  qrLimit: RateLimiter
  cookieSecret: string
  /** Opens the metrics to others than this machine. */
  metricsToken?: string | undefined
  /** The newest weather that could be had, or null. */
  weatherAt(place: Location): Promise<Weather | null>
  /** The address that the clinic is reached by, where it is not the machine's own. */
  publicUrl?: string | undefined
  /** Addresses of proxies that are believed about whom they ask for. */
  proxies: readonly string[]
  isDemo: boolean
}

type AppOptions = {
  database: Database
  live: Channel
  log: Log
  metrics: Metrics
  mediaStorage: MediaStorage
  backupStore?: BackupStore | null
  timeZone: string
  cookieSecret: string
  metricsToken?: string | undefined
  weatherAt: App['weatherAt']
  publicUrl?: string | undefined
  now?: () => string
  proxies?: readonly string[]
  isDemo?: boolean
  /** Limits that count for all machines of this clinic; without them each counts for itself. */
  sharedLimits?: SharedLimits | undefined
}

export function createAppContext(given: AppOptions): App {
  const {
    database,
    now = systemClock,
    isDemo = false,
    backupStore = null,
    proxies = [],
    sharedLimits,
    ...world
  } = given
  const limiter = sharedLimits?.limiter ?? ((_, allowance) => createRateLimiter(allowance))
  return {
    ...world,
    backupStore,
    now,
    isDemo,
    proxies,
    read: database.read,
    write: database.write,
    copy: database.copy,
    cached: createReadCache(database.version, now),
    loginThrottle: createLoginThrottle(sharedLimits?.failures),
    tvTokens: createTvTokens(),
    lastSeen: createLastSeen(),
    pairingLimit: limiter('pairing', PAIRING_RATE),
    qrLimit: limiter('qr', QR_RATE),
    restartWith: async () => {},
    isDisconnected: () => false,
  }
}

/** Now, by this machine's clock. */
export function systemClock() {
  return new Date().toISOString()
}

/** Whom the screens list at this moment. */
export function getListedRange({ now, timeZone }: App): ListedRange {
  return getListedRangeAt(now(), timeZone)
}
