import type { Database } from '#db/connection/open'
import { readSequences } from '#db/repositories/restore'
import { seedDatabase } from '#db/repositories/seed'
import { hasUsers } from '#db/repositories/users'
import { getPasswordProblem } from '#domain/users/password'
import { cleanUp, dropEndedSessions } from '../actions/system/cleanup.ts'
import { bootstrap, getInitialPasswordFile } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { ASSETS_ROOT, isBuilt } from '../config/paths.ts'
import type { App } from '../context.ts'
import { ConfigError } from '../domain/errors.ts'
import { type Assets, loadAssets } from '../http/assets.ts'
import { describeError } from '../observability/log.ts'
import { generatePassword, hashPassword } from '../security/passwords.ts'
import { type RunningServer, serve } from '../serve.ts'
import { cancelRestore, commitRestore } from '../storage/backup/restore.ts'
import { runInWorker } from '../storage/backup/worker-client.ts'
import type { Certificate } from '../tls/certificate.ts'
import type { CallerFiles } from './caller-files.ts'
import { runDemoDay } from './demo/demo.ts'
import { listenForLocalCommands } from './local-commands.ts'
import { createSystemdNotifier, type SystemdNotifier } from './notify-systemd.ts'
import { assertListenable, explainListenError, getHost } from './port.ts'
import { announceFirstPassword, announceStart, announceWarnings } from './startup-banner.ts'

const SHUTDOWN_TIMEOUT_MS = 3_000

export type Restart = (port: number) => never

type Running = {
  app: App
  serving: RunningServer
  database: Database
  dataDir: string
  systemd: SystemdNotifier
  stopListening(): void
}

export async function runServe(
  options: Config,
  { getCertificate, restart }: CallerFiles & { restart: Restart },
): Promise<undefined> {
  const tls = getCertificate()
  const assets = loadAssetsOrExplain(options)
  announceWarnings(options)
  let running: Running | undefined
  const { app, database, dataDir } = await bootstrap(options, async () => {
    if (running) await restartIntoRestore(running, restart)
  })
  // Check the port before the first administrator is made, because the password is shown once.
  assertListenable(options)
  await seedIfEmpty(app, options, dataDir)
  await cleanUp(app).catch(cause => app.log('error', 'cleanup failed', describeError(cause)))
  app.cluster.start(() => dropEndedSessions(app))
  const serving = serveOrExplain(app, options, { tls, assets })
  const address = `${tls ? 'https' : 'http'}://${getHost(options)}:${serving.port}`
  const stopListening = app.config.isDemo ? () => {} : listenForLocalCommands(app, dataDir, address)
  const systemd = createSystemdNotifier(options.systemd, app.log)
  running = { app, serving, database, dataDir, systemd, stopListening }
  if (app.config.isDemo) void runDemoDay(app)
  shutDownOnSignals(running)
  announceStart({ serving, options, dataDir, tls, now: app.now() })
  systemd.ready()
}

async function seedIfEmpty({ read, write, now, log }: App, options: Config, dataDir: string) {
  const { adminPassword } = options
  if (await read(hasUsers)) return
  const problem = adminPassword === undefined ? null : getPasswordProblem(adminPassword)
  if (problem) throw new ConfigError(`${problem.replace('Password', 'ADMIN_PASSWORD')}.`)
  const password = adminPassword ?? generatePassword()
  const hash = await hashPassword(password)
  const isNew = await write(async tx => {
    const isNew = await seedDatabase(tx, hash, now())
    if (isNew && adminPassword === undefined) {
      announceFirstPassword(password, {
        ...options,
        file: getInitialPasswordFile(options, dataDir),
      })
    }
    return isNew
  })
  if (isNew) log('info', 'first administrator created')
}

/** Call this before the data is opened, because the first password is shown only once. */
function loadAssetsOrExplain({ viteOrigin }: Config) {
  if (viteOrigin || isBuilt()) return loadAssets({ viteOrigin })
  throw new ConfigError(
    `The screens are not built, or a file is missing. In ${ASSETS_ROOT}, run: npx bun run build`,
  )
}

type Served = { tls: Certificate | undefined; assets: Assets }

function serveOrExplain(app: App, { port, host }: Config, served: Served) {
  try {
    return serve(app, { port, ...served, ...(host ? { hostname: host } : {}) })
  } catch (cause) {
    throw explainListenError(cause, { port, host })
  }
}

function shutDownOnSignals({ app, serving, database, systemd, stopListening }: Running) {
  let isEnding = false
  async function end() {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    app.log('info', 'shutdown started')
    systemd.stopping()
    stopListening()
    await serving.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

async function restartIntoRestore(
  { app, serving, database, dataDir, systemd, stopListening }: Running,
  restart: Restart,
) {
  try {
    systemd.restarting()
    stopListening()
    await serving.stop()
    const sequences = await database.read(readSequences)
    await database.close()
    await commitRestore(dataDir, { sequences }, runInWorker).catch(async cause => {
      app.log('error', 'restore failed', describeError(cause))
      await cancelRestore(dataDir, cause)
    })
    restart(serving.port)
  } catch (cause) {
    app.log('error', 'restore failed: program stopped', describeError(cause))
    process.exit(1)
  }
}
