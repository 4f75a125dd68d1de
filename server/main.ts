import { resolve } from 'node:path'
import { COMMANDS } from './cli/commands.ts'
import { formatCommandHelp, formatHelp } from './cli/help.ts'
import { ConfigError } from './config/config-error.ts'
import { loadLibsqlAddon } from './config/load-libsql-addon.ts'
import { parseConfig } from './config/parse-config.ts'
import { createLog } from './observability/log.ts'
import { getWorkFolder, WORKER_COMMAND } from './storage/backup/worker-client.ts'
import { fixOwnership } from './storage/fix-ownership.ts'

const SERVING = ['serve', 'demo']
/** EX_TEMPFAIL: the service manager starts the program again. */
const EXIT_RESTART = 75

try {
  await main(process.argv.slice(2))
} catch (cause) {
  if (!(cause instanceof ConfigError)) throw cause
  reportFailure(cause.message)
  process.exit(1)
}

/** A sentence for who typed the command; a line of the log for a service that could not start. */
function reportFailure(error: string) {
  const others = COMMANDS.filter(({ name }) => !SERVING.includes(name))
  const isServing = !others.some(({ name }) => process.argv.includes(name))
  if (isServing && !process.stderr.isTTY) createLog('info')('error', 'start failed', { error })
  else console.error(error)
}

/** Only this file reads the command line and the environment. */
async function main(argv: string[]) {
  const [first, workerRequest] = argv
  if (first === WORKER_COMMAND && workerRequest) return runWorker(workerRequest)

  const options = parseConfig(argv, process.env, COMMANDS)
  const { command } = options
  if (options.wantsHelp) {
    console.log(argv.includes(command.name) ? formatCommandHelp(command) : formatHelp())
    return
  }

  const dataDir = resolve(options.dataDir)
  loadLibsqlAddon(dataDir)
  process.on('exit', () => fixOwnership(dataDir))
  const code = await command.run(options, restart)
  if (code !== undefined) process.exit(code)
}

/** Runs in a second process, which the running program starts. */
async function runWorker(json: string): Promise<never> {
  const request = JSON.parse(json)
  loadLibsqlAddon(getWorkFolder(request))
  return (await import('./storage/backup/worker.ts')).runWorkerRequest(request)
}

/** Replaces the process image, so that process id and port stay the same. Not possible on Windows. */
function restart(port: number): never {
  if (process.platform === 'win32' || !process.execve) process.exit(EXIT_RESTART)
  const [, script = '', ...args] = process.argv
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, script]
  const argv = [process.execPath, ...program, ...args, '--port', String(port)]
  return process.execve(process.execPath, argv, process.env)
}
