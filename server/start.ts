import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILT_IN_ADMIN, PASSWORD_MIN } from '#clinic/user'
import { firstRun } from '#db/first-run'
import { DatabaseNewer } from '#db/migrate'
import { type Database, DatabaseTaken, openDatabase } from '#db/open'
import { secret } from '#db/settings'
import { version } from '../package.json'
import { resetPassword } from './actions/change-password.ts'
import { type Clinic, clock, openClinic } from './actions/clinic.ts'
import { hashPassword, newPassword } from './actions/passwords.ts'
import { sweep } from './actions/sweep.ts'
import { restoreInWords, settle } from './backup/at-start.ts'
import { openBackupStore } from './backup/backup-store.ts'
import { backUpAndClose, inWords, keepsItsData, restoreFirst } from './backup-commands.ts'
import { endInto } from './begin-again.ts'
import { inventedWeather, liveADemoDay } from './demo.ts'
import { openChannel } from './live/channel.ts'
import { describe, inOneLine, logToConsole } from './log.ts'
import { openMediaStore } from './media-store.ts'
import { BadOption, type Options } from './options.ts'
import { DEFAULT_WEATHER_URL, openWeather } from './outside/weather.ts'
import { openAssets } from './render/assets.ts'
import { type Serving, serve } from './serve.ts'
import { isBuilt } from './shipped.ts'
import { firstPassword, welcome } from './welcome.ts'

const STOPS_WITHIN_MS = 3_000

/** Settings, then database, then doors; everything that can go wrong here is one sentence and exit 1. */
export async function start(options: Options, beginAgain: (port: number) => never) {
  // Names, password hashes and the cookies' key are nobody else's business on this machine.
  process.umask(0o077)
  const dataDir = options.isDemo ? throwAwayFolder() : resolve(options.dataDir)
  if (!options.isDemo) makeWritable(dataDir)
  const isOurs = keepsItsData(options)
  const restored = isOurs ? await restoreFirst(options, dataDir) : null
  const database = await openOrExplain(options, dataDir)
  if (restored) await settle(database, dataDir, restored)
  if (restored) console.log(restoreInWords(dataDir, restored))
  if (options.restoreFrom) return database.close()
  const mediaDir = join(dataDir, 'media')
  makeWritable(mediaDir)
  const clinic = openClinic({
    database,
    mediaStore: openMediaStore(mediaDir, logToConsole),
    backupStore: isOurs ? openBackupStore({ dataDir, version, log: logToConsole }) : null,
    live: openChannel(),
    log: logToConsole,
    timeZone: options.timeZone,
    cookieSecret: await database.write(tx => secret(tx, 'cookie')),
    weatherAt: options.isDemo ? inventedWeather : weatherFrom(options.weatherUrl),
    publicUrl: options.publicUrl,
    isDemo: options.isDemo,
  })
  if (options.wantsBackup) return backUpAndClose(clinic, database)
  if (options.resetPasswordOf) return resetAndClose(clinic, database, options.resetPasswordOf)

  await prepare(clinic, options)
  await sweep(clinic).catch(cause => clinic.log('error', 'not swept', describe(cause)))
  const serving = serveOrExplain(clinic, options)
  clinic.startAnew = name => endInto(name, { clinic, serving, database, dataDir, beginAgain })
  if (clinic.isDemo) void liveADemoDay(clinic)
  console.log(welcome({ serving, options, dataDir }))
  endOnSignals(clinic, serving, database)
}

function weatherFrom(url = DEFAULT_WEATHER_URL) {
  return openWeather({ url, now: clock, log: logToConsole })
}

function throwAwayFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-demo-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
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

async function openOrExplain(options: Options, dataDir: string) {
  const file = join(dataDir, 'clinic.db')
  const url = (!options.isDemo && options.databaseUrl) || pathToFileURL(file).href
  try {
    return await openDatabase(url, {
      authToken: options.databaseToken,
      onDamage(code) {
        console.error(`The database answered ${code} and cannot be trusted any more: ending now.`)
        process.exit(1)
      },
    })
  } catch (cause) {
    if (cause instanceof DatabaseTaken) throw inWords(cause, dataDir)
    if (cause instanceof DatabaseNewer) {
      throw new BadOption(
        `A newer version of this program made the data in ${dataDir}. Nothing was changed: install that version again.`,
      )
    }
    throw new BadOption(
      `The database ${options.databaseUrl ?? file} cannot be opened: ${inOneLine(cause)}`,
    )
  }
}

/** Fills a new database. A password that is made up here is told at once: nothing after it may lose it. */
async function prepare({ write, now }: Clinic, { adminPassword }: Options) {
  if (adminPassword !== undefined && adminPassword.length < PASSWORD_MIN) {
    throw new BadOption(`ADMIN_PASSWORD must be at least ${PASSWORD_MIN} characters.`)
  }
  const password = adminPassword ?? newPassword()
  const hash = await hashPassword(password)
  const isNew = await write(tx => firstRun(tx, hash, now()))
  if (isNew && adminPassword === undefined) console.log(firstPassword(password))
}

function serveOrExplain(clinic: Clinic, { port, host, viteOrigin }: Options) {
  if (!viteOrigin && !isBuilt()) {
    throw new BadOption('The screens are not built yet: run `bun run build` once.')
  }
  try {
    const assets = openAssets({ viteOrigin })
    return serve(clinic, { port, assets, ...(host ? { hostname: host } : {}) })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'EADDRINUSE') {
      throw new BadOption(`Port ${port} is taken. Choose another with --port.`)
    }
    throw new BadOption(
      `Cannot listen on ${host ?? 'all addresses'}, port ${port}: ${inOneLine(cause)}`,
    )
  }
}

async function resetAndClose(clinic: Clinic, database: Database, username: string) {
  const password = newPassword()
  const isKnown = await resetPassword(clinic, username, password)
  await database.close()
  if (!isKnown) throw new BadOption(`There is no user named ${username}.`)
  const hint = username.toLowerCase() === BUILT_IN_ADMIN ? '' : ' Hand it over in person.'
  console.log(`The new password of ${username} is ${password}.${hint}`)
}

/** Finishes what is in hand, checkpoints and ends; a second signal, or three seconds, end it at once. */
function endOnSignals(clinic: Clinic, serving: Serving, database: Database) {
  let isEnding = false
  async function end() {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref()
    clinic.log('info', 'stopping')
    await serving.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
