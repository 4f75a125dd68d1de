import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { assertLocalData, explainRefusal, getExistingDataDir } from './data-folder.ts'
import { backUpAndCopy, runInRunningProgram } from './local-commands.ts'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const dataDir = getExistingDataDir(options)
  const { result, problem } = await explainRefusal(
    async () =>
      (await runInRunningProgram(dataDir, { command: 'backup' })) ?? (await backUpFile(options)),
  )
  console.log(`The backup is ${result}`)
  if (!problem) return 0
  console.error(problem)
  return 1
}

async function backUpFile(options: Config) {
  const { app, database } = await bootstrap(options)
  try {
    return await backUpAndCopy(app)
  } finally {
    await database.close()
  }
}
