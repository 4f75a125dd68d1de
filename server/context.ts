import type { Database } from '#db/connection/open'
import { createReadCache, type ReadCache } from '#db/connection/read-cache'
import type { Location } from '#domain/display/location'
import { getTvId } from '#domain/display/tv-device'
import { PAIRING_RATE } from '#domain/display/tv-pairing'
import type { Weather } from '#domain/display/weather'
import { getListedRangeAt, type ListedRange } from '#domain/time'
import { type Cluster, createSingleMachine } from './cluster/cluster.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Channel } from './realtime/channel.ts'
import { createLastSeen, type LastSeen } from './realtime/last-seen.ts'
import { createTvDays, type TvDays } from './realtime/tv-daily-stats.ts'
import { createTvMonitor, type TvMonitor } from './realtime/tv-monitor.ts'
import { createLoginThrottle, type LoginThrottle } from './security/login-throttle.ts'
import { QR_RATE } from './security/qr-session.ts'
import type { RateLimiter } from './security/rate-limit.ts'
import { createTvTokens, type TvTokens } from './security/tokens.ts'
import type { BackupCopier } from './storage/backup/backup-copies.ts'
import type { BackupStore } from './storage/backup/backup-store.ts'
import { createMediaStorage, type MediaStorage } from './storage/media-storage.ts'
import { createWriteHealth, type WriteHealth } from './storage/write-health.ts'
import { type CertificateStatus, createCertificateStatus } from './tls/certificate-status.ts'

export type AppConfig = {
  timeZone: string
  /** Signs cookies, and derives what need not be stored. */
  cookieSecret: string
  /** The address that browsers use, if it is not this machine's own. */
  publicUrl?: string | undefined
  /** Allows other machines to read the metrics. */
  metricsToken?: string | undefined
  /** Normalized addresses of the proxies whose X-Forwarded-For is trusted. */
  proxies: readonly string[]
  isDemo: boolean
  /** When this program was compiled, ISO 8601; null from source. */
  builtAt: string | null
}

/** What actions and queries receive. Created once; nothing in it is reassigned. */
export type App = Pick<
  Database,
  'read' | 'write' | 'freezeFile' | 'optimize' | 'checkpointIfDue'
> & {
  /** Carries out an effect outside the database. Like a `write`, it keeps to the request's deadline and key. */
  perform<T>(effect: () => Promise<T>): Promise<T>
  config: AppConfig
  live: Channel
  log: Log
  metrics: Metrics
  /** ISO 8601 in UTC. */
  now(): string
  cached: ReadCache
  limits: { login: LoginThrottle; pairing: RateLimiter; qr: RateLimiter }
  tv: { tokens: TvTokens; lastSeen: LastSeen; monitor: TvMonitor; days: TvDays }
  mediaStorage: MediaStorage
  certificate: CertificateStatus
  storage: Pick<WriteHealth, 'canWrite' | 'getFreeBytes'>
  /** Null if the database is not in the data folder. */
  backupStore: BackupStore | null
  /** Null without off-site copies. */
  backupCopier: BackupCopier | null
  weatherAt(location: Location): Promise<Weather | null>
  cluster: Cluster
  /** Restarts the program with the backup that was unpacked and checked. */
  restartIntoRestore(): Promise<void>
}

type AppOptions = Omit<AppConfig, 'proxies' | 'isDemo' | 'builtAt'> &
  Partial<Pick<AppConfig, 'proxies' | 'isDemo' | 'builtAt'>> &
  Pick<App, 'live' | 'log' | 'metrics' | 'weatherAt'> &
  Partial<Pick<App, 'backupStore' | 'backupCopier' | 'now' | 'cluster' | 'restartIntoRestore'>> & {
    database: Database
    /** Where the database is; null for one elsewhere. */
    dataDir?: string | null
  }

export function createAppContext(options: AppOptions): App {
  const { database, live, log, metrics, weatherAt } = options
  const { timeZone, cookieSecret, publicUrl, metricsToken, proxies = [], isDemo = false } = options
  const { builtAt = null } = options
  const { now = systemClock, backupStore = null, backupCopier = null } = options
  const { cluster = createSingleMachine(), restartIntoRestore = async () => {} } = options
  const days = createTvDays()
  const { write, ...storage } = createWriteHealth({
    write: database.write,
    dataDir: options.dataDir ?? null,
    onFailure: metrics.countFailedWrite,
    now,
  })
  return {
    config: { timeZone, cookieSecret, publicUrl, metricsToken, proxies, isDemo, builtAt },
    read: database.read,
    write,
    perform: effect => effect(),
    freezeFile: database.freezeFile,
    optimize: database.optimize,
    checkpointIfDue: database.checkpointIfDue,
    live,
    log,
    metrics,
    now,
    cached: createReadCache(database.version, now),
    limits: {
      login: createLoginThrottle(cluster.failures),
      pairing: cluster.createLimiter('pairing', PAIRING_RATE),
      qr: cluster.createLimiter('qr', QR_RATE),
    },
    tv: {
      tokens: createTvTokens(),
      lastSeen: createLastSeen(),
      days,
      monitor: createTvMonitor(live, now, (session, { calledAt }, change) =>
        days.add({
          ...change,
          tvId: getTvId(session),
          day: getListedRangeAt(calledAt, timeZone).today,
        }),
      ),
    },
    mediaStorage: createMediaStorage({ read: database.read, write }),
    storage,
    certificate: createCertificateStatus(),
    backupStore,
    backupCopier,
    weatherAt,
    cluster,
    restartIntoRestore,
  }
}

export function systemClock() {
  return new Date().toISOString()
}

export function getListedRange({ now, config }: App): ListedRange {
  return getListedRangeAt(now(), config.timeZone)
}
