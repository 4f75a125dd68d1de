import { resolve } from 'node:path'
import { helpOf, helpOfAll } from './cli/help.ts'
import { BadOption } from './config/config-error.ts'
import { findAddon } from './config/load-libsql-addon.ts'
import { readOptions } from './config/parse-config.ts'
import { HELPS, placeOf } from './storage/backup/worker-client.ts'
import { leaveToOwner } from './storage/fix-ownership.ts'

/** Whoever watches over the program is to start it again (EX_TEMPFAIL). */
const START_ME_AGAIN = 75

/** The program: the only file that reads the command line and the environment. */
try {
  const argv = process.argv.slice(2)
  const [word, order] = argv
  if (word === HELPS && order) await help(order)
  const options = readOptions(argv, process.env)
  if (options.wantsHelp) {
    console.log(argv.includes(options.command.name) ? helpOf(options.command) : helpOfAll())
  } else {
    const dataDir = resolve(options.dataDir)
    findAddon(dataDir)
    process.on('exit', () => leaveToOwner(dataDir))
    const code = await options.command.run(options, beginAgain)
    if (code !== undefined) process.exit(code)
  }
} catch (cause) {
  if (!(cause instanceof BadOption)) throw cause
  console.error(cause.message)
  process.exit(1)
}

/** No command: the second process gets an order from the first, which has read the options. */
async function help(order: string): Promise<never> {
  const work = JSON.parse(order)
  findAddon(placeOf(work))
  return (await import('./storage/backup/worker.ts')).obey(work)
}

/** The same program in the same process, on the same port, with nothing left of before. Windows has no such way. */
function beginAgain(port: number): never {
  if (process.platform === 'win32' || !process.execve) process.exit(START_ME_AGAIN)
  const [, script = '', ...args] = process.argv
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, script]
  const all = [process.execPath, ...program, ...args, '--port', String(port)]
  return process.execve(process.execPath, all, process.env)
}
