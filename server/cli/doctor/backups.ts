import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATABASE_IS_ELSEWHERE,
  findNewestUntil,
  formatAge,
  isOverdue,
  parseBackupName,
} from '#domain/backups/backups'
import { type Config, hasLocalData } from '../../config/config.ts'
import { manifestOf } from '../../storage/backup/manifest.ts'
import { ok, problem } from './finding.ts'

type Input = Pick<Config, 'isDemo' | 'databaseUrl'>

const TOPIC = 'backups'
const ADVICE = 'System Management says why, and makes one now: Back Up Now.'

/** How old the newest one is. The files are looked at and left alone: a program may be writing one. */
export async function checkBackups(options: Input, dataDir: string, now: Date) {
  if (!hasLocalData(options)) return ok(TOPIC, DATABASE_IS_ELSEWHERE)
  const folder = join(dataDir, 'backups')
  const at = now.toISOString()
  const newestAt = findNewestUntil(at, await listCreationTimes(folder))
  if (newestAt !== null) {
    const is = `the newest is ${formatAge(newestAt, at)} old (${newestAt})`
    return isOverdue(newestAt, at) ? problem(TOPIC, is, ADVICE) : ok(TOPIC, is)
  }
  const since = getFolderCreatedAt(folder)
  if (since === null || !isOverdue(since, at)) return ok(TOPIC, 'none yet; every night makes one')
  return problem(TOPIC, `none, though ${formatAge(since, at)} have passed`, ADVICE)
}

async function listCreationTimes(folder: string) {
  const names = listNames(folder).filter(name => parseBackupName(name.replace(/\.tar$/, '')))
  const made = await Promise.all(names.map(name => readCreationTime(join(folder, name))))
  return made.filter(instant => instant !== null)
}

function listNames(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    // Before the first start.
    return []
  }
}

/** One that cannot be read is none. */
function readCreationTime(path: string) {
  return manifestOf(path).then(
    manifest => manifest.madeAt,
    () => null,
  )
}

/** Since when there could have been one; some file systems do not know. */
function getFolderCreatedAt(folder: string) {
  const born = statSync(folder, { throwIfNoEntry: false })?.birthtimeMs
  return born ? new Date(born).toISOString() : null
}
