import type { Database } from '#db/connection/open'
import { createReadCache, type ReadCache } from '#db/connection/read-cache'
import type { Location } from '#domain/display/location'
import { getTvId } from '#domain/display/tv-device'
import { PAIRING_RATE } from '#domain/display/tv-pairing'
import type { Weather } from '#domain/display/weather'
import { getListedRangeAt, type ListedRange } from '#domain/time'
import type { Cluster } from './cluster/cluster.ts'
import type { Config } from './config/config.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Channel } from './realtime/channel.ts'
import { createLastSeen, type LastSeen } from './realtime/last-seen.ts'
import { createTvDays, type TvDays } from './realtime/tv-daily-stats.ts'
import { createTvHeartbeats, type TvHeartbeats } from './realtime/tv-heartbeats.ts'
import { createTvReceipts, type TvReceipts } from './realtime/tv-receipts.ts'
import { createLoginThrottle, type LoginThrottle } from './security/login-throttle.ts'
import { QR_RATE } from './security/qr-session.ts'
import type { RateLimiter } from './security/rate-limit.ts'
import { createTvTokens, type TvTokens } from './security/tokens.ts'
import type { BackupCopier } from './storage/backup/backup-copies.ts'
import type { BackupStore } from './storage/backup/backup-store.ts'
import { createMediaStorage, type MediaStorage } from './storage/media-storage.ts'
import { createWriteHealth, type WriteHealth } from './storage/write-health.ts'
import { type CertificateStatus, createCertificateStatus } from './tls/certificate-status.ts'

export type AppConfig = Pick<
  Config,
  'timeZone' | 'publicUrl' | 'metricsToken' | 'proxies' | 'isDemo'
> & {
  /** Signs cookies, and derives what need not be stored. */
  cookieSecret: string
  /** When this program was compiled, ISO 8601; null from source. */
  builtAt: string | null
}

/** What actions and queries receive. Created once; nothing in it is reassigned. */
export type App = Pick<
  Database,
  'read' | 'write' | 'freezeFile' | 'optimize' | 'checkpointIfDue'
> & {
  /** Carries out an effect outside the database, by the request's deadline and key. */
  perform<T>(effect: () => Promise<T>): Promise<T>
  config: AppConfig
  live: Channel
  log: Log
  metrics: Metrics
  /** ISO 8601 in UTC. */
  now(): string
  cached: ReadCache
  limits: { login: LoginThrottle; pairing: RateLimiter; qr: RateLimiter }
  tv: {
    tokens: TvTokens
    lastSeen: LastSeen
    heartbeats: TvHeartbeats
    receipts: TvReceipts
    days: TvDays
  }
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

type AppOptions = Pick<
  App,
  | 'config'
  | 'live'
  | 'log'
  | 'metrics'
  | 'now'
  | 'backupStore'
  | 'backupCopier'
  | 'weatherAt'
  | 'cluster'
  | 'restartIntoRestore'
> & {
  database: Database
  /** Where the database is; null for one elsewhere. */
  dataDir: string | null
}

/** Adds what each feature keeps in memory to what a process has opened. */
export function createAppContext({ database, dataDir, ...opened }: AppOptions): App {
  const { config, live, metrics, now, cluster } = opened
  const days = createTvDays()
  const { write, ...storage } = createWriteHealth({
    write: database.write,
    dataDir,
    onFailure: metrics.countFailedWrite,
    now,
  })
  return {
    ...opened,
    read: database.read,
    write,
    perform: effect => effect(),
    freezeFile: database.freezeFile,
    optimize: database.optimize,
    checkpointIfDue: database.checkpointIfDue,
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
      heartbeats: createTvHeartbeats(live, now),
      receipts: createTvReceipts(live, (session, { calledAt }, change) =>
        days.add({
          ...change,
          tvId: getTvId(session),
          day: getListedRangeAt(calledAt, config.timeZone).today,
        }),
      ),
    },
    mediaStorage: createMediaStorage({ read: database.read, write }),
    storage,
    certificate: createCertificateStatus(),
  }
}

export function systemClock() {
  return new Date().toISOString()
}

export function getListedRange({ now, config }: App): ListedRange {
  return getListedRangeAt(now(), config.timeZone)
}
