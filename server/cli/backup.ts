import { resolve } from 'node:path'
import { DATABASE_IS_ELSEWHERE } from '#domain/backups/backups'
import { createBackup } from '../actions/backups.ts'
import { bootstrap, openData } from '../bootstrap.ts'
import { type Config, hasLocalData } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { systemClock } from '../context.ts'
import { applyPendingRestore, prepareRestoreFromFile } from '../storage/backup/restore.ts'
import { explainRefusal, getExistingDataDir, getExistingFolder } from './data-folder.ts'
import { runInRunningProgram } from './local-commands.ts'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const dataDir = getExistingDataDir(options)
  const path = await explainRefusal(
    async () =>
      (await runInRunningProgram(dataDir, { command: 'backup' })) ?? (await backUpFile(options)),
  )
  console.log(`The backup is ${path}`)
  return 0
}

async function backUpFile(options: Config) {
  const { app, database } = await bootstrap(options)
  try {
    return await createBackup(app, 'manual')
  } finally {
    await database.close()
  }
}

/** `restore <file>`: checks the whole file, then replaces the data as the next start would. */
export async function runRestore(options: Config) {
  assertLocalData(options)
  getExistingFolder(options)
  const { database } = await openData(options, {
    async restoreFirst(dataDir) {
      await prepareRestoreFromFile(dataDir, resolve(options.operand), systemClock())
      return applyPendingRestore(dataDir)
    },
  })
  await database.close()
  return 0
}

function assertLocalData(options: Config) {
  if (!hasLocalData(options)) throw new ConfigError(DATABASE_IS_ELSEWHERE)
}
