import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseTaken } from '#db/connection/exclusive-lock'
import { DatabaseNewer } from '#db/connection/migrate'
import { openDatabase } from '#db/connection/open'
import { secret } from '#db/repositories/settings'
import { Refusal } from '#domain/errors'
import { inventedWeather } from './cli/demo.ts'
import { isShared, keepsItsData, type Options } from './config/config.ts'
import { BadOption } from './config/config-error.ts'
import { BUILD } from './config/version.ts'
import { clock, openClinic } from './context.ts'
import { DEFAULT_WEATHER_URL, openWeather } from './integrations/weather.ts'
import { inOneLine, type Log, logFrom } from './observability/log.ts'
import { openMeters } from './observability/metrics.ts'
import { openChannel } from './realtime/channel.ts'
import { openBackupStore } from './storage/backup/backup-store.ts'
import { putInPlace } from './storage/backup/restore.ts'
import { type Restored, restoreInWords, settle } from './storage/backup/restore-at-start.ts'
import { filesInDatabase } from './storage/db-file-storage.ts'
import { openMediaStore } from './storage/media-storage.ts'

type Opening = Pick<NonNullable<Parameters<typeof openDatabase>[1]>, 'onTook'> & {
  /** What stands in the data's place before it is opened; null when nothing was restored. */
  restoreFirst?(dataDir: string): Promise<Restored | null>
}

/** The clinic without its doors, for whatever works on its data. */
export async function openHouse(options: Options) {
  const isOurs = keepsItsData(options)
  const log = logFrom(options.logLevel)
  const live = openChannel()
  const meters = openMeters(live)
  const { database, dataDir } = await openData(options, {
    ...(isOurs ? { restoreFirst: putInPlace } : {}),
    onTook: meters.databaseTook,
  })
  const mediaDir = join(dataDir, 'media')
  makeWritable(mediaDir)
  const clinic = openClinic({
    database,
    mediaStore: openMediaStore(mediaDir, log, isShared(options) ? filesInDatabase(database) : null),
    backupStore: isOurs ? openBackupStore({ dataDir, version: BUILD.version, log }) : null,
    live,
    log,
    meters,
    timeZone: options.timeZone,
    cookieSecret: await database.write(tx => secret(tx, 'cookie')),
    weatherAt: options.isDemo ? inventedWeather : weatherFrom(options.weatherUrl, log),
    publicUrl: options.publicUrl,
    metricsToken: options.metricsToken,
    proxies: options.proxies,
    isDemo: options.isDemo,
  })
  return { clinic, database, dataDir }
}

/** The database alone, once a restore that was begun has put its data in place. */
export async function openData(options: Options, { restoreFirst, onTook }: Opening = {}) {
  // Names, password hashes and the cookies' key are nobody else's business on this machine.
  process.umask(0o077)
  const dataDir = options.isDemo ? throwAwayFolder() : resolve(options.dataDir)
  if (!options.isDemo) makeWritable(dataDir)
  const restored = (await restoreFirst?.(dataDir).catch(cause => explain(cause, dataDir))) ?? null
  const database = await openOrExplain(options, dataDir, onTook)
  if (restored) await settle(database, dataDir, restored)
  if (restored) console.log(restoreInWords(dataDir, restored))
  return { database, dataDir }
}

function weatherFrom(url = DEFAULT_WEATHER_URL, log: Log) {
  return openWeather({ url, now: clock, log })
}

function throwAwayFolder() {
  const folder = newFolder()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function newFolder() {
  try {
    return mkdtempSync(join(tmpdir(), 'clinic-demo-'))
  } catch {
    throw new BadOption(`The folder ${tmpdir()} cannot be written. Set TMPDIR to one that can.`)
  }
}

function makeWritable(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch {
    throw new BadOption(
      `The data folder ${folder} cannot be written. Choose another with --data-dir, or mend its rights.`,
    )
  }
}

async function openOrExplain(options: Options, dataDir: string, onTook: Opening['onTook']) {
  const file = join(dataDir, 'clinic.db')
  const url = (!options.isDemo && options.databaseUrl) || pathToFileURL(file).href
  try {
    return await openDatabase(url, {
      authToken: options.databaseToken,
      ...(onTook ? { onTook } : {}),
      onDamage(code) {
        console.error(`The database answered ${code} and cannot be trusted any more: ending now.`)
        process.exit(1)
      },
    })
  } catch (cause) {
    if (cause instanceof DatabaseTaken) throw takenInWords(dataDir)
    if (cause instanceof DatabaseNewer) {
      throw new BadOption(
        `A newer version of this program made the data in ${dataDir}. Nothing was changed: install that version again.`,
      )
    }
    throw new BadOption(
      `The database ${untold(options.databaseUrl) ?? file} cannot be opened: ${inOneLine(cause)}`,
    )
  }
}

/** Behind the question mark may stand a token. */
function untold(databaseUrl: string | undefined) {
  return databaseUrl?.replace(/\?.*/, '')
}

function explain(cause: unknown, dataDir: string): never {
  if (cause instanceof DatabaseTaken) throw takenInWords(dataDir)
  if (cause instanceof Refusal) throw new BadOption(cause.message)
  throw new BadOption(`Not restored: ${inOneLine(cause)}`)
}

function takenInWords(dataDir: string) {
  return new BadOption(
    `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`,
  )
}
