import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseBackupFile } from './backup/backup-file.ts'
import { DATABASE } from './backup/manifest.ts'

/**
 * Null if the data folder is new or has its database. Otherwise the database is missing or empty, beside backups or
 * pictures: the newest backup's path, or '' without one.
 */
export function findLostDatabase(dataDir: string) {
  const size = statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size ?? 0
  if (size > 0) return null
  // The names begin with the date.
  const newest = listFiles(join(dataDir, 'backups')).filter(parseBackupFile).toSorted().at(-1)
  if (newest) return { newestBackup: join(dataDir, 'backups', newest) }
  return listFiles(join(dataDir, 'media')).length > 0 ? { newestBackup: '' } : null
}

/** Empty for a folder that is not there. */
export function listFiles(folder: string) {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}
