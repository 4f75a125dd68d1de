import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { explainStartError } from '../config/explain-start-error.ts'
import { ensureFolder } from '../config/file-access.ts'
import { loadLibsqlAddon } from '../config/load-libsql-addon.ts'
import { parseConfig } from '../config/parse-config.ts'
import { getCurrentFolder, shareLibraryFolder } from '../config/program.ts'
import { NO_SETTINGS, readServiceSettings } from '../config/service-settings.ts'
import { ConfigError } from '../domain/errors.ts'
import { LONG_READS_COMMAND } from '../long-reads/client.ts'
import { createLog, describeError } from '../observability/log.ts'
import { WORKER_COMMAND } from '../storage/backup/worker-client.ts'
import { becomeDataOwner, openCallerFiles } from './caller-files.ts'
import { COMMANDS, type Command, formatCommandHelp, formatHelp } from './commands.ts'
import { EXIT_RESTART } from './windows/supervise.ts'

const SERVING = ['serve', 'demo']

let dataDir = 'the data folder'
try {
  await main(process.argv.slice(2))
} catch (cause) {
  if (process.env.LOG_LEVEL === 'debug') console.error(describeError(cause).stack)
  reportFailure(explainStartError(cause, dataDir))
  process.exit(1)
}

function reportFailure(error: string) {
  const others = COMMANDS.filter(({ name }) => !SERVING.includes(name))
  const isServing = !others.some(({ name }) => process.argv.includes(name))
  if (isServing && !process.stderr.isTTY) createLog('info')('error', 'start failed', { error })
  else console.error(error)
}

async function main(argv: string[]) {
  const [first, ...rest] = argv
  if (first === LONG_READS_COMMAND || first === WORKER_COMMAND) return runWorker(first, rest)

  // systemd gives the service its settings itself.
  const readService = () =>
    process.env.NOTIFY_SOCKET ? NO_SETTINGS : readServiceSettings(argv, process.env)
  const options = parseConfig(argv, process.env, COMMANDS, readService)
  const { command } = options
  if (options.wantsHelp) {
    console.log(argv.includes(command.name) ? formatCommandHelp(command) : formatHelp())
    return
  }

  if (getCurrentFolder() === null) {
    throw new ConfigError(
      'The current folder was deleted. Change to another folder (cd ~), then try again.',
    )
  }
  const files = openCallerFiles(options)
  dataDir = resolve(options.dataDir)
  if (command.flags.includes('data-dir') && !options.isDemo) becomeDataOwner(dataDir)
  const libraryFolder = prepareLibraryFolder(options)
  shareLibraryFolder(libraryFolder)
  loadLibsqlAddon(libraryFolder)
  const code = await command.run(options, { restart, env: process.env, ...files })
  if (code !== undefined) process.exit(code)
}

/** Returns where the database library may be unpacked. Creates the data folder only to serve. */
function prepareLibraryFolder({ command, isDemo }: { command: Command; isDemo: boolean }) {
  const isServing = !isDemo && command.name === 'serve'
  if (isServing && process.platform === 'win32') ensureFolder(dataDir)
  const isOwn = isServing || (!isDemo && existsSync(dataDir))
  // Only Windows may use the temporary folder, because other systems share it between users.
  return isOwn || process.platform !== 'win32' ? dataDir : join(tmpdir(), 'clinic-queue-library')
}

/** The last argument is the folder of the library: see `getWorkerCommand`. */
async function runWorker(command: string, args: string[]) {
  loadLibsqlAddon(args.at(-1) || tmpdir())
  if (command === LONG_READS_COMMAND) (await import('../long-reads/worker.ts')).runLongReads()
  else await (await import('../storage/backup/worker.ts')).runWorkerRequest(args[0] ?? '')
}

/** Replaces the process image, so process id and port stay the same. Windows cannot do this. */
function restart(port: number): never {
  if (process.platform === 'win32' || !process.execve) process.exit(EXIT_RESTART)
  const [, script = '', ...args] = process.argv
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, script]
  const argv = [process.execPath, ...program, ...args, '--port', String(port)]
  return process.execve(process.execPath, argv, process.env)
}
