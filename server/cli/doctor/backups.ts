import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATABASE_IS_ELSEWHERE,
  findNewestUntil,
  formatAge,
  isOverdue,
  parseBackupName,
} from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { type Config, hasLocalData } from '../../config/config.ts'
import { inTime } from '../../storage/backup/backup-copies.ts'
import { parseBackupFile, readDescription } from '../../storage/backup/backup-file.ts'
import { IS_FULL, NOT_CONNECTED } from '../../storage/backup/off-site-copy.ts'
import { runInWorker } from '../../storage/backup/worker-client.ts'
import { listFiles } from '../../storage/missing-database.ts'
import { fail, pass } from './finding.ts'
import { type Health, MAX_WAIT_MS } from './network.ts'

type Input = Pick<Config, 'isDemo' | 'databaseUrl'>

const BACKUPS = 'backups'
const BACKUP_ADVICE = 'See System Management for the reason, then press Back Up Now.'

/** A running program may be writing a backup, so this only reads. */
export async function checkBackups(options: Input, dataDir: string, now: Date) {
  if (!hasLocalData(options)) return pass(BACKUPS, DATABASE_IS_ELSEWHERE)
  const folder = join(dataDir, 'backups')
  const at = now.toISOString()
  const newestAt = findNewestUntil(at, await listCreationTimes(folder))
  if (newestAt !== null) {
    const result = `the newest is ${formatAge(newestAt, at)} old (${newestAt})`
    return isOverdue(newestAt, at) ? fail(BACKUPS, result, BACKUP_ADVICE) : pass(BACKUPS, result)
  }
  const since = getFolderCreatedAt(folder)
  if (since === null || !isOverdue(since, at))
    return pass(BACKUPS, 'none yet; one is made every night')
  return fail(BACKUPS, `none in ${formatAge(since, at)}`, BACKUP_ADVICE)
}

async function listCreationTimes(folder: string) {
  const names = listFiles(folder).filter(parseBackupFile)
  const times = await Promise.all(names.map(name => readCreationTime(join(folder, name))))
  return times.filter(time => time !== null)
}

function readCreationTime(path: string) {
  return readDescription(path).then(
    description => description.madeAt,
    () => null,
  )
}

function getFolderCreatedAt(folder: string) {
  const createdAt = statSync(folder, { throwIfNoEntry: false })?.birthtimeMs
  return createdAt ? new Date(createdAt).toISOString() : null
}

const COPIES = 'off-site copy'
const RETRIES = 'The program tries again every ten minutes.'

/** The running program knows best: it may have been given another folder than this command. */
export async function checkCopies({ backupDir }: Pick<Config, 'backupDir'>, health: Health | null) {
  const { backupCopies, lastBackupCopy } = health ?? {}
  if (backupCopies === 'ok') {
    return pass(COPIES, lastBackupCopy ? `has the backup of ${lastBackupCopy.at}` : 'no copy yet')
  }
  if (backupCopies) return fail(COPIES, backupCopies, getCopyAdvice(backupCopies))
  if (!backupDir)
    return pass(COPIES, 'none; --backup-dir names a stick or a share for a copy of each backup')
  return checkCopiesIn(backupDir)
}

async function checkCopiesIn(folder: string) {
  try {
    const newest = await inTime(runInWorker('findNewestCopy', folder), MAX_WAIT_MS)
    const found = newest && parseBackupName(newest.name)
    if (!found)
      return fail(COPIES, `${folder} has no backup`, 'Start the program with this --backup-dir.')
    return pass(COPIES, `the newest in ${folder} is of ${found.day} ${found.time}`)
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    return fail(COPIES, `${folder}: ${cause.message}`, getCopyAdvice(cause.message))
  }
}

function getCopyAdvice(problem: string) {
  if (problem.includes(NOT_CONNECTED)) return `Connect the stick or the share. ${RETRIES}`
  if (problem.includes(IS_FULL))
    return `Delete what is not a backup there, or use a larger one. ${RETRIES}`
  if (problem.includes('ReadWritePaths')) return RETRIES
  return `Check that the service's user may write there, and that the stick is not damaged. ${RETRIES}`
}
