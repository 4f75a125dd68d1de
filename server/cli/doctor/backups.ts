import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATABASE_IS_ELSEWHERE,
  findNewestUntil,
  formatAge,
  isOverdue,
} from '#domain/backups/backups'
import { type Config, hasLocalData } from '../../config/config.ts'
import { parseBackupFile } from '../../storage/backup/backup-file.ts'
import { readBackupManifest } from '../../storage/backup/manifest.ts'
import { listFiles } from '../../storage/missing-database.ts'
import { ok, problem } from './finding.ts'

type Input = Pick<Config, 'isDemo' | 'databaseUrl'>

const TOPIC = 'backups'
const ADVICE = 'See System Management for the reason, then press Back Up Now.'

/** Only reads the files: a running program may be writing one. */
export async function checkBackups(options: Input, dataDir: string, now: Date) {
  if (!hasLocalData(options)) return ok(TOPIC, DATABASE_IS_ELSEWHERE)
  const folder = join(dataDir, 'backups')
  const at = now.toISOString()
  const newestAt = findNewestUntil(at, await listCreationTimes(folder))
  if (newestAt !== null) {
    const result = `the newest is ${formatAge(newestAt, at)} old (${newestAt})`
    return isOverdue(newestAt, at) ? problem(TOPIC, result, ADVICE) : ok(TOPIC, result)
  }
  const since = getFolderCreatedAt(folder)
  if (since === null || !isOverdue(since, at)) return ok(TOPIC, 'none yet; one is made every night')
  return problem(TOPIC, `none in ${formatAge(since, at)}`, ADVICE)
}

async function listCreationTimes(folder: string) {
  const names = listFiles(folder).filter(parseBackupFile)
  const times = await Promise.all(names.map(name => readCreationTime(join(folder, name))))
  return times.filter(time => time !== null)
}

function readCreationTime(path: string) {
  return readBackupManifest(path).then(
    manifest => manifest.madeAt,
    () => null,
  )
}

/** Null where the file system does not record it. */
function getFolderCreatedAt(folder: string) {
  const createdAt = statSync(folder, { throwIfNoEntry: false })?.birthtimeMs
  return createdAt ? new Date(createdAt).toISOString() : null
}
