import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lockFile } from '#db/connection/locks'
import { getOrCreateSecret } from '#db/repositories/settings'
import { hasUsers } from '#db/repositories/users'
import { COOKIE_SECRET } from '#db/schema/marks'
import type { RestoreOutcome } from '#domain/backups/backups'
import { listRestoreNotes } from '#domain/backups/kept-state'
import { createSingleMachine, joinCluster } from './cluster/cluster.ts'
import { type Config, hasLocalData, isSharedDatabase } from './config/config.ts'
import { assertAccess, ensureFolder, findNetworkDisk } from './config/file-access.ts'
import { type DatabaseHooks, openDatabaseOrExplain } from './config/open-database.ts'
import { BUILD } from './config/version.ts'
import { type App, createAppContext, systemClock } from './context.ts'
import { ConfigError } from './domain/errors.ts'
import { createWeatherCache, getDemoWeather } from './integrations/weather.ts'
import { createLongReads } from './long-reads/client.ts'
import { createLog } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { findTrustedDay } from './queries/system/clock.ts'
import { createChannel } from './realtime/channel.ts'
import { createBackupCopier } from './storage/backup/backup-copies.ts'
import { createBackupStore } from './storage/backup/backup-store.ts'
import { formatRestoreOutcome, settleRestore } from './storage/backup/restore.ts'
import {
  findLeftoverOfLostDatabase,
  findNewestLeftover,
  type Leftover,
} from './storage/missing-database.ts'
import { createSteadyTime } from './storage/steady-time.ts'

type DataOptions = DatabaseHooks & {
  settleFirst?: (dataDir: string) => Promise<RestoreOutcome | null>
}

export async function bootstrap(
  options: Config,
  restartIntoRestore: App['restartIntoRestore'] = async () => {},
) {
  const redisUrl = getRedisUrl(options)
  const log = createLog(options.logLevel)
  const channel = createChannel(systemClock)
  const metrics = createMetrics(channel, BUILD.version)
  const { database, dataDir } = await openData(options, {
    onMigrated(copy) {
      log('info', 'database migrated', { copy })
    },
    onReachable(isReachable, error) {
      if (isReachable) log('info', 'database server answers again')
      else log('error', 'database server lost', { error })
    },
    onOperation: metrics.observeDatabase,
  })
  const cookieSecret = await database.write(tx => getOrCreateSecret(tx, COOKIE_SECRET))
  const { timeZone, host, publicUrl, metricsToken, proxies, isDemo } = options
  const { builtAt } = BUILD
  const longReads = createLongReads({
    ...{ database, timeZone, log },
    server: getDatabaseServer(options),
  })
  const app = createAppContext({
    database,
    dataDir: isSharedDatabase(options) ? null : dataDir,
    config: {
      ...{ timeZone, host, publicUrl, metricsToken, proxies, isDemo, cookieSecret, builtAt },
      initialPasswordFile: getInitialPasswordFile(options, dataDir),
      ...(isSharedDatabase(options) ? {} : { dataFolder: realpathSync(dataDir) }),
    },
    channel,
    log,
    metrics,
    now: systemClock,
    steadyMs: createSteadyTime(systemClock),
    ...openBackups(options, dataDir, {
      log,
      findDay: () => findTrustedDay({ read: database.read, now: systemClock, config: options }),
    }),
    weatherAt: isDemo
      ? getDemoWeather
      : createWeatherCache({ url: options.weatherUrl, now: systemClock, log }),
    cluster: redisUrl
      ? await joinCluster({ redisUrl, secret: cookieSecret, channel, log })
      : createSingleMachine(),
    readLong: longReads.readLong,
    restartIntoRestore,
  })
  // Long reads must also close, because a restore replaces the file that they have open.
  const close = () => longReads.close().finally(database.close)
  return { app, database: { ...database, close }, dataDir }
}

/** Rejects separate databases, because each process would announce patients the others lack. */
function getRedisUrl(options: Config) {
  if (!options.redisUrl || !options.isServing || options.isDemo) return undefined
  if (isSharedDatabase(options)) return options.redisUrl
  throw new ConfigError(
    'REDIS_URL is for several machines on one database. Set DATABASE_URL to a libSQL server as well.',
  )
}

function getDatabaseServer(options: Config) {
  const { databaseUrl: url, databaseToken: authToken } = options
  return isSharedDatabase(options) && url ? { url, authToken } : undefined
}

const PASSWORD_FILE = 'initial-password'

export function getInitialPasswordFile({ initialPasswordFile }: Config, dataDir: string) {
  return resolve(initialPasswordFile ?? join(dataDir, PASSWORD_FILE))
}

type BackupDeps = Pick<Parameters<typeof createBackupCopier>[0], 'log' | 'findDay'>

function openBackups(options: Config, dataDir: string, { log, findDay }: BackupDeps) {
  if (!hasLocalData(options)) return { backupStore: null, backupCopier: null }
  const { backupDir: folder, backupPassphrase: passphrase } = options
  const backupStore = createBackupStore({ dataDir, version: BUILD.version, log, passphrase })
  const backupCopier = folder
    ? createBackupCopier({
        folder,
        passphrase,
        store: backupStore,
        log,
        now: systemClock,
        findDay,
      })
    : null
  return { backupStore, backupCopier }
}

export async function openData(
  options: Config,
  { settleFirst = settleRestore, ...hooks }: DataOptions = {},
) {
  // Other users of this machine must not read names, password hashes and the cookie key.
  process.umask(0o077)
  const dataDir = options.isDemo ? createTemporaryFolder() : resolve(options.dataDir)
  if (!options.isDemo) prepareFolder(dataDir, options)
  if (!hasLocalData(options)) {
    return { database: await openDatabaseOrExplain(options, dataDir, hooks), dataDir }
  }
  const unlock = await lockFile(join(dataDir, 'lock.db'))
  const outcome = await settleFirst(dataDir)
  const { allowsNewDatabase } = options
  if (!allowsNewDatabase) {
    assertNotLost(dataDir, await findLeftoverOfLostDatabase(dataDir, options))
  }
  const database = await openDatabaseOrExplain(options, dataDir, hooks)
  if (!allowsNewDatabase && !(await database.read(hasUsers))) {
    assertNotLost(dataDir, await findNewestLeftover(dataDir, options))
  }
  if (outcome) announceOutcome(options, dataDir, outcome)
  return { database: { ...database, close: () => database.close().finally(unlock) }, dataDir }
}

function announceOutcome(options: Config, dataDir: string, outcome: RestoreOutcome) {
  const { isServing, logLevel, timeZone } = options
  if (!isServing || process.stdout.isTTY) {
    return console.log(formatRestoreOutcome(dataDir, outcome, timeZone))
  }
  const log = createLog(logLevel)
  const { name: backup, at: requestedAt } = outcome
  if (outcome.state === 'restored') {
    const previous = outcome.before && join(dataDir, outcome.before)
    const notes = listRestoreNotes(outcome, timeZone)
    log('info', 'data restored', { backup, requestedAt, previous, notes })
  } else log('warn', 'data not restored', { backup, requestedAt, reason: outcome.because })
}

function createTemporaryFolder() {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-demo-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    throw new ConfigError(`The folder ${tmpdir()} cannot be written. Set TMPDIR to one that can.`)
  }
}

function prepareFolder(dataDir: string, options: Config) {
  ensureFolder(dataDir)
  assertAccess(dataDir, options.isServing)
  const network = hasLocalData(options) && options.isServing ? findNetworkDisk(dataDir) : null
  if (network) createLog(options.logLevel)('warn', 'data on a network share', { kind: network })
}

/** Throws if the database may have been deleted by mistake, instead of starting an empty one. */
export function assertNotLost(dataDir: string, leftover: Leftover | null) {
  if (!leftover) return
  const { what, advice } = leftover
  throw new ConfigError(
    `The database in ${dataDir} is missing or empty, but ${what}. ${advice}. To begin with an empty database, start once with --new-database.`,
  )
}
