import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATABASE_IS_ELSEWHERE } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { createBackup } from '../actions/backups.ts'
import { bootstrap, openData } from '../bootstrap.ts'
import { type Config, hasLocalData } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { systemClock } from '../context.ts'
import { DATABASE } from '../storage/backup/manifest.ts'
import {
  applyPendingRestore,
  isRestorePending,
  prepareRestoreFromFile,
} from '../storage/backup/restore.ts'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const dataDir = resolve(options.dataDir)
  if (!existsSync(join(dataDir, DATABASE)) && !isRestorePending(dataDir)) {
    throw new ConfigError(
      `There is nothing to back up in ${dataDir}. Choose the data folder with --data-dir.`,
    )
  }
  const { app, database } = await bootstrap(options)
  try {
    console.log(`The backup is ${await createBackup(app, 'manual')}`)
    return 0
  } catch (cause) {
    throw cause instanceof DomainError ? new ConfigError(cause.message) : cause
  } finally {
    await database.close()
  }
}

/** `restore <file>`: checks the whole file, then replaces the data as the next start would. */
export async function runRestore(options: Config) {
  assertLocalData(options)
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
