import './native.ts'
import { HELPS } from './backup/in-second-process.ts'
import { BadOption, HELP, readOptions } from './options.ts'

/** Whoever watches over the program is to start it again (EX_TEMPFAIL). */
const START_ME_AGAIN = 75

/** The program: the only file that reads the command line and the environment. */
try {
  const [word, order] = process.argv.slice(2)
  if (word === HELPS && order) {
    await (await import('./backup/second-process.ts')).obey(JSON.parse(order))
  }
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.wantsHelp) console.log(HELP)
  else await (await import('./start.ts')).start(options, beginAgain)
} catch (cause) {
  if (!(cause instanceof BadOption)) throw cause
  console.error(cause.message)
  process.exit(1)
}

/** The same program in the same process, on the same port, with nothing left of before. Windows has no such way. */
function beginAgain(port: number): never {
  if (process.platform === 'win32' || !process.execve) process.exit(START_ME_AGAIN)
  const [, script = '', ...args] = process.argv
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, script]
  const all = [process.execPath, ...program, ...args, '--port', String(port)]
  return process.execve(process.execPath, all, process.env)
}
