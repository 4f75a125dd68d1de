import type { Database } from '#db/connection/open'
import { firstRun } from '#db/repositories/seed'
import { hasUsers } from '#db/repositories/users'
import { PASSWORD_MIN } from '#domain/users/user'
import { sweep } from '../actions/cleanup.ts'
import { openHouse } from '../bootstrap.ts'
import { isShared, type Options } from '../config/config.ts'
import { BadOption } from '../config/config-error.ts'
import { isBuilt } from '../config/paths.ts'
import type { Clinic } from '../context.ts'
import { describe, inOneLine } from '../observability/log.ts'
import { openAssets } from '../render/assets.ts'
import { hashPassword, newPassword } from '../security/passwords.ts'
import { type Serving, serve } from '../serve.ts'
import { type Certificate, readCertificate } from '../tls/certificate.ts'
import { liveADemoDay } from './demo.ts'
import { type BeginAgain, endInto } from './restart.ts'
import { firstPassword, welcome } from './startup-banner.ts'

const STOPS_WITHIN_MS = 3_000

/** Settings, then database, then doors; everything that can go wrong here is one sentence and exit 1. */
export async function start(options: Options, beginAgain: BeginAgain): Promise<undefined> {
  const tls = options.tls && readCertificate(options.tls)
  const isJoined = mayJoinMachines(options)
  const { clinic, database, dataDir } = await openHouse(options)
  await prepare(clinic, options)
  await sweep(clinic).catch(cause => clinic.log('error', 'not swept', describe(cause)))
  if (isJoined) await (await import('../realtime/cluster.ts')).joinMachines(clinic, options)
  const serving = serveOrExplain(clinic, options, tls)
  clinic.startAnew = name => endInto(name, { clinic, serving, database, dataDir, beginAgain })
  if (clinic.isDemo) void liveADemoDay(clinic)
  console.log(welcome({ serving, options, dataDir, tls, now: clinic.now() }))
  endOnSignals(clinic, serving, database)
}

/** Machines that share nothing but a broker would tell each other of patients that the other does not have. */
function mayJoinMachines(options: Options) {
  if (!options.redisUrl || options.isDemo) return false
  if (isShared(options)) return true
  throw new BadOption(
    'REDIS_URL is for several machines on one database. Set DATABASE_URL to a libSQL server as well.',
  )
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

function serveOrExplain(
  clinic: Clinic,
  { port, host, viteOrigin }: Options,
  tls: Certificate | undefined,
) {
  if (!viteOrigin && !isBuilt()) {
    throw new BadOption('The screens are not built yet: run `bun run build` once.')
  }
  try {
    const assets = openAssets({ viteOrigin })
    return serve(clinic, { port, tls, assets, ...(host ? { hostname: host } : {}) })
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
