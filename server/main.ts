import { resolve } from 'node:path'
import { COMMANDS } from './cli/commands.ts'
import { formatCommandHelp, formatHelp } from './cli/help.ts'
import { ConfigError } from './config/config-error.ts'
import { loadLibsqlAddon } from './config/load-libsql-addon.ts'
import { parseConfig } from './config/parse-config.ts'
import { getWorkFolder, WORKER_COMMAND } from './storage/backup/worker-client.ts'
import { fixOwnership } from './storage/fix-ownership.ts'

/** Whoever watches over the program is to start it again (EX_TEMPFAIL). */
const EXIT_RESTART = 75

/** The program: the only file that reads the command line and the environment. */
try {
  const argv = process.argv.slice(2)
  const [word, order] = argv
  if (word === WORKER_COMMAND && order) await runWorker(order)
  const options = parseConfig(argv, process.env, COMMANDS)
  if (options.wantsHelp) {
    console.log(
      argv.includes(options.command.name) ? formatCommandHelp(options.command) : formatHelp(),
    )
  } else {
    const dataDir = resolve(options.dataDir)
    loadLibsqlAddon(dataDir)
    process.on('exit', () => fixOwnership(dataDir))
    const code = await options.command.run(options, restart)
    if (code !== undefined) process.exit(code)
  }
} catch (cause) {
  if (!(cause instanceof ConfigError)) throw cause
  console.error(cause.message)
  process.exit(1)
}

/** No command: the second process gets an order from the first, which has read the options. */
async function runWorker(order: string): Promise<never> {
  const work = JSON.parse(order)
  loadLibsqlAddon(getWorkFolder(work))
  return (await import('./storage/backup/worker.ts')).runWorkerRequest(work)
}

/** The same program in the same process, on the same port, with nothing left of before. Windows has no such way. */
function restart(port: number): never {
  if (process.platform === 'win32' || !process.execve) process.exit(EXIT_RESTART)
  const [, script = '', ...args] = process.argv
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, script]
  const all = [process.execPath, ...program, ...args, '--port', String(port)]
  return process.execve(process.execPath, all, process.env)
}
