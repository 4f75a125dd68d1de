import './native.ts'
import { BadOption, HELP, readOptions } from './options.ts'

/** The program: the only file that reads the command line and the environment. */
try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.wantsHelp) console.log(HELP)
  else await (await import('./start.ts')).start(options)
} catch (cause) {
  if (!(cause instanceof BadOption)) throw cause
  console.error(cause.message)
  process.exit(1)
}
