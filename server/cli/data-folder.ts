import { join, resolve } from 'node:path'
import { DATABASE_IS_ELSEWHERE } from '#domain/backups/backups'
import { type Config, hasLocalData } from '../config/config.ts'
import { assertAccess, assertFolder } from '../config/file-access.ts'
import { ConfigError } from '../domain/errors.ts'
import { DATABASE } from '../storage/backup/backup-file.ts'
import { isPresent, isRestorePending } from '../storage/backup/restore.ts'

export function getExistingDataDir(options: Config) {
  const dataDir = getExistingFolder(options)
  assertAccess(dataDir, false)
  const hasData = isPresent(join(dataDir, DATABASE)) || isRestorePending(dataDir)
  if (hasData || !hasLocalData(options)) return dataDir
  throw new ConfigError(
    `There is no clinic in the data folder ${dataDir}. Choose its folder with --data-dir.`,
  )
}

/** Accepts an empty folder, because a backup can be restored into it. */
export function getExistingFolder(options: Config) {
  const dataDir = resolve(options.dataDir)
  assertFolder(dataDir)
  return dataDir
}

export function assertLocalData(options: Config) {
  if (!hasLocalData(options)) throw new ConfigError(DATABASE_IS_ELSEWHERE)
}
