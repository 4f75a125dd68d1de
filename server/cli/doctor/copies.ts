import { parseBackupName } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import type { Config } from '../../config/config.ts'
import { inTime } from '../../storage/backup/backup-copies.ts'
import { IS_FULL, NOT_CONNECTED } from '../../storage/backup/off-site-copy.ts'
import { runInWorker, worker } from '../../storage/backup/worker-client.ts'
import { ok, problem } from './finding.ts'
import { type Health, MAX_WAIT_MS } from './port.ts'

const TOPIC = 'second place'
const RETRIES = 'The program tries again every ten minutes.'

/** The running program knows best: it may have been given another folder than this command. */
export async function checkCopies({ backupDir }: Pick<Config, 'backupDir'>, health: Health | null) {
  const { backupCopies, lastBackupCopy } = health ?? {}
  if (backupCopies === 'ok') {
    return ok(TOPIC, lastBackupCopy ? `has the backup of ${lastBackupCopy.at}` : 'no copy yet')
  }
  if (backupCopies) return problem(TOPIC, backupCopies, getAdvice(backupCopies))
  if (!backupDir)
    return ok(TOPIC, 'none; --backup-dir names a stick or a share for a copy of each backup')
  return checkFolder(backupDir)
}

async function checkFolder(folder: string) {
  try {
    const newest = await inTime(worker.findNewestCopy(runInWorker, folder), MAX_WAIT_MS)
    const found = newest && parseBackupName(newest)
    if (!found)
      return problem(TOPIC, `${folder} has no backup`, 'Start the program with this --backup-dir.')
    return ok(TOPIC, `the newest in ${folder} is of ${found.day} ${found.time}`)
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    return problem(TOPIC, `${folder}: ${cause.message}`, getAdvice(cause.message))
  }
}

function getAdvice(problem: string) {
  if (problem.includes(NOT_CONNECTED)) return `Connect the stick or the share. ${RETRIES}`
  if (problem.includes(IS_FULL))
    return `Delete what is not a backup there, or use a larger one. ${RETRIES}`
  return `Check that the service's user may write there, and that the stick is not damaged. ${RETRIES}`
}
