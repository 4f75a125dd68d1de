import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ageInWords, isWorrying, KEPT_ELSEWHERE } from '#domain/backups/backup-words'
import { backupNamed, newestUntil } from '#domain/backups/backups'
import { keepsItsData, type Options } from '../../config/config.ts'
import { manifestOf } from '../../storage/backup/manifest.ts'
import { lookAt, ok } from './finding.ts'

type Where = Pick<Options, 'isDemo' | 'databaseUrl'>

const ABOUT = 'backups'
const SEE_WHY = 'System Management says why, and makes one now: Back Up Now.'

/** How old the newest one is. The files are looked at and left alone: a program may be writing one. */
export async function examineBackups(options: Where, dataDir: string, now: Date) {
  if (!keepsItsData(options)) return ok(ABOUT, KEPT_ELSEWHERE)
  const folder = join(dataDir, 'backups')
  const at = now.toISOString()
  const newestAt = newestUntil(at, await madeIn(folder))
  if (newestAt !== null) {
    const is = `the newest is ${ageInWords(newestAt, at)} old (${newestAt})`
    return isWorrying(newestAt, at) ? lookAt(ABOUT, is, SEE_WHY) : ok(ABOUT, is)
  }
  const since = beganAt(folder)
  if (since === null || !isWorrying(since, at)) return ok(ABOUT, 'none yet; every night makes one')
  return lookAt(ABOUT, `none, though ${ageInWords(since, at)} have passed`, SEE_WHY)
}

async function madeIn(folder: string) {
  const names = namesIn(folder).filter(name => backupNamed(name.replace(/\.tar$/, '')))
  const made = await Promise.all(names.map(name => madeAt(join(folder, name))))
  return made.filter(instant => instant !== null)
}

function namesIn(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    // Before the first start.
    return []
  }
}

/** One that cannot be read is none. */
function madeAt(path: string) {
  return manifestOf(path).then(
    manifest => manifest.madeAt,
    () => null,
  )
}

/** Since when there could have been one; some file systems do not know. */
function beganAt(folder: string) {
  const born = statSync(folder, { throwIfNoEntry: false })?.birthtimeMs
  return born ? new Date(born).toISOString() : null
}
