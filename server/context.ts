import type { Database } from '#db/connection/open'
import { createReadCache } from '#db/connection/read-cache'
import { getTvId } from '#domain/display/tv-device'
import { PAIRING_RATE } from '#domain/display/tv-pairing'
import type { Location, Weather } from '#domain/display/weather'
import { KIOSK_RATE } from '#domain/kiosk/kiosk'
import { type CurrentDays, getCurrentDaysAt } from '#domain/time'
import type { Cluster } from './cluster/cluster.ts'
import type { Config } from './config/config.ts'
import { createLocalReads } from './long-reads/client.ts'
import type { ReadLong } from './long-reads/reads.ts'
import { createFailedDays, type Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Channel } from './realtime/channel.ts'
import { createNextNotices } from './realtime/next-notices.ts'
import { createTvPairingPolls, createTvPresence } from './realtime/tv-presence.ts'
import { createTvCallCounts, createTvReceipts } from './realtime/tv-receipts.ts'
import { createLoginThrottle } from './security/login-throttle.ts'
import { QR_RATE } from './security/qr-session.ts'
import { createRates, RELOAD_RATE } from './security/rate-limit.ts'
import { createCrossSiteCheck } from './security/request-origin.ts'
import { TICKET_RATE } from './security/ticket.ts'
import { createNewTokens } from './security/tokens.ts'
import type { BackupCopier } from './storage/backup/backup-copies.ts'
import type { BackupStore } from './storage/backup/backup-store.ts'
import { createMediaStorage } from './storage/media-storage.ts'
import { createPatientList } from './storage/patient-list.ts'
import { createWriteHealth } from './storage/write-health.ts'

type AppConfig = Pick<Config, 'timeZone' | 'publicUrl' | 'metricsToken' | 'proxies' | 'isDemo'> &
  Partial<Pick<Config, 'host' | 'initialPasswordFile'>> & {
    /** Signs cookies, and derives values that need not be stored. */
    cookieSecret: string
    /** Distinguishes the data from a copy on this computer. Absent if machines share a database. */
    dataFolder?: string
    builtAt: string | null
  }

type Opened = {
  config: AppConfig
  database: Database
  dataDir: string | null
  channel: Channel
  log: Log
  metrics: Metrics
  now(): string
  /** Time in ms since the clock last jumped. */
  steadyMs(): number
  backupStore: BackupStore | null
  backupCopier: BackupCopier | null
  weatherAt(location: Location): Promise<Weather | null>
  cluster: Cluster
  readLong?: ReadLong
  restartIntoRestore(): Promise<void>
}

export type App = ReturnType<typeof createAppContext>

export function createAppContext({ database, dataDir, ...opened }: Opened) {
  const { config, channel, metrics, now, cluster } = opened
  const { read, freezeFile, optimize, checkpointIfDue, version } = database
  const counts = createTvCallCounts()
  const { timeZone } = config
  const { readLong = createLocalReads({ database, timeZone }).readLong } = opened
  const { write, ...storage } = createWriteHealth({
    write: database.write,
    dataDir,
    onFailure: metrics.countFailedWrite,
    now,
  })
  return {
    ...opened,
    read,
    readLong,
    write,
    freezeFile,
    optimize,
    checkpointIfDue,
    version,
    cached: createReadCache(version, now),
    patients: createPatientList({ read, version, now, timeZone: config.timeZone }),
    limits: {
      login: createLoginThrottle(() => Date.parse(now()), cluster.failures),
      kiosk: cluster.createLimiter('kiosk', KIOSK_RATE),
      pairing: cluster.createLimiter('pairing', PAIRING_RATE),
      qr: cluster.createLimiter('qr', QR_RATE),
      reload: cluster.createLimiter('reload', RELOAD_RATE),
      ticket: cluster.createLimiter('ticket', TICKET_RATE),
    },
    assertRate: createRates(cluster.createLimiter, now),
    tv: {
      counts,
      pairingPolls: createTvPairingPolls(now),
      presence: createTvPresence(channel, now),
      receipts: createTvReceipts(channel, (session, { calledAt }, change) =>
        counts.add(getTvId(session), getCurrentDaysAt(calledAt, config.timeZone).today, change),
      ),
    },
    mediaStorage: createMediaStorage({ read, write, now }),
    storage,
    /** The certificate in use. Without TLS, `expiry` is null and `names` is empty. */
    certificate: { expiry: null as string | null, names: [] as string[] },
    findCrossSiteProblem: createCrossSiteCheck(opened.log, config),
    ticketTest: { openedAt: null as string | null },
    nextNotices: createNextNotices({
      channel,
      log: opened.log,
      getToday: () => getCurrentDaysAt(now(), config.timeZone).today,
    }),
    newTokens: createNewTokens(),
    failedReportDays: createFailedDays(opened.log),
  }
}

export function systemClock() {
  return new Date().toISOString()
}

export function getCurrentDays({ now, config }: App): CurrentDays {
  return getCurrentDaysAt(now(), config.timeZone)
}
