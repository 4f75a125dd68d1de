import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PASSWORD_MIN } from '#clinic/user'
import { firstRun } from '#db/first-run'
import { type Database, DatabaseTaken, openDatabase } from '#db/open'
import { secret } from '#db/settings'
import { hasUsers } from '#db/users'
import { type Clinic, clock, openClinic } from './actions/clinic.ts'
import { hashPassword, newPassword } from './actions/passwords.ts'
import { sweep } from './actions/sweep.ts'
import { inventedWeather, liveADemoDay } from './demo.ts'
import { openChannel } from './live/channel.ts'
import { describe, type Log, logFrom } from './log.ts'
import { openMediaStore } from './media-store.ts'
import { BadOption, type Options } from './options.ts'
import { DEFAULT_WEATHER_URL, openWeather } from './outside/weather.ts'
import { openAssets } from './render/assets.ts'
import { type Serving, serve } from './serve.ts'
import { isBuilt } from './shipped.ts'
import { firstPassword, welcome } from './welcome.ts'

const STOPS_WITHIN_MS = 3_000

/** Settings, then database, then doors; everything that can go wrong here is one sentence and exit 1. */
export async function start(options: Options): Promise<undefined> {
  const { clinic, database, dataDir } = await openHouse(options)
  await prepare(clinic, options)
  await sweep(clinic).catch(cause => clinic.log('error', 'not swept', describe(cause)))
  const serving = serveOrExplain(clinic, options)
  if (clinic.isDemo) void liveADemoDay(clinic)
  console.log(welcome({ serving, options, dataDir }))
  endOnSignals(clinic, serving, database)
}

/** The clinic without its doors, for whatever works on its data. */
export async function openHouse(options: Options) {
  // Names, password hashes and the cookies' key are nobody else's business on this machine.
  process.umask(0o077)
  const log = logFrom(options.logLevel)
  const dataDir = options.isDemo ? throwAwayFolder() : resolve(options.dataDir)
  if (!options.isDemo) makeWritable(dataDir)
  const database = await openOrExplain(options, dataDir)
  const mediaDir = join(dataDir, 'media')
  makeWritable(mediaDir)
  const clinic = openClinic({
    database,
    mediaStore: openMediaStore(mediaDir, log),
    live: openChannel(),
    log,
    timeZone: options.timeZone,
    cookieSecret: await database.write(tx => secret(tx, 'cookie')),
    weatherAt: options.isDemo ? inventedWeather : weatherFrom(options.weatherUrl, log),
    publicUrl: options.publicUrl,
    isDemo: options.isDemo,
  })
  return { clinic, database, dataDir }
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
    if (cause instanceof DatabaseTaken) {
      throw new BadOption(
        `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`,
      )
    }
    throw new BadOption(
      `The database ${options.databaseUrl ?? file} cannot be opened: ${inOneLine(cause)}`,
    )
  }
}

/** Fills a new database. A password that is made up here is told at once: nothing after it may lose it. */
async function prepare({ read, write, now }: Clinic, { adminPassword }: Options) {
  if (adminPassword !== undefined && adminPassword.length < PASSWORD_MIN) {
    throw new BadOption(`ADMIN_PASSWORD must be at least ${PASSWORD_MIN} characters.`)
  }
  if (await read(hasUsers)) return
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

function inOneLine(cause: unknown) {
  return describe(cause).error.replace(/\s+/g, ' ')
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
