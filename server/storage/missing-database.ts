import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE, parseBackupFile } from './backup/backup-file.ts'

export function findBackupOfLostDatabase(dataDir: string) {
  const size = statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size ?? 0
  return size > 0 ? null : findNewestBackup(dataDir)
}

export function findNewestBackup(dataDir: string) {
  // The names begin with the date.
  const newest = listFiles(join(dataDir, 'backups')).filter(parseBackupFile).toSorted().at(-1)
  return newest ? join(dataDir, 'backups', newest) : null
}

export function listFiles(folder: string) {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}
