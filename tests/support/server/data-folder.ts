import { afterAll, afterEach, setDefaultTimeout, spyOn } from 'bun:test'
import { openCallerFiles } from '../../../server/cli/caller-files.ts'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { runDoctor } from '../../../server/cli/doctor/index.ts'
import { parseConfig } from '../../../server/config/parse-config.ts'
import { TIME_LIMIT_MS } from '../time-limit.ts'
import { createDataFolder } from './program.ts'

/** A data folder that is empty before each test of this file, and what the test runs on it. */
export function setUpDataFolder() {
  setDefaultTimeout(TIME_LIMIT_MS)
  const data = createDataFolder()
  afterEach(data.clear)
  afterAll(data.close)
  return data
}

/** Runs doctor in this process. libSQL keeps a database open that it has read until the end. */
export async function examine(dataDir: string, ...args: string[]) {
  const options = parseConfig(['doctor', '--data-dir', dataDir, ...args], { PORT: '0' }, COMMANDS)
  const lines: string[] = []
  const print = spyOn(console, 'log').mockImplementation(line => void lines.push(line))
  const umask = process.umask()
  try {
    return { code: await runDoctor(options, openCallerFiles(options)), output: lines.join('\n') }
  } finally {
    print.mockRestore()
    process.umask(umask)
  }
}
