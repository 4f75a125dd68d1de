import { resolve } from 'node:path'
import { leaveToOwner } from './data-owner.ts'
import { helpOf, helpOfAll } from './help.ts'
import { findAddon } from './native.ts'
import { BadOption, readOptions } from './options.ts'

/** The program: the only file that reads the command line and the environment. */
try {
  const argv = process.argv.slice(2)
  const options = readOptions(argv, process.env)
  if (options.wantsHelp) {
    console.log(argv.includes(options.command.name) ? helpOf(options.command) : helpOfAll())
  } else {
    const dataDir = resolve(options.dataDir)
    findAddon(dataDir)
    process.on('exit', () => leaveToOwner(dataDir))
    const code = await options.command.run(options)
    if (code !== undefined) process.exit(code)
  }
} catch (cause) {
  if (!(cause instanceof BadOption)) throw cause
  console.error(cause.message)
  process.exit(1)
}
