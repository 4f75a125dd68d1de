import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/errors'
import { type Inspection, inspectDatabase } from '#db/connection/inspect'
import { lockFile } from '#db/connection/locks'
import { ForeignSchemaError, NewerSchemaError, UnknownSchemaError } from '#db/connection/migrate'
import {
  DATABASE_IS_ELSEWHERE,
  findNewestUntil,
  formatAge,
  formatBytes,
  isOverdue,
  parseBackupName,
} from '#domain/backups/backups'
import { assertNotLost } from '../../bootstrap.ts'
import { type Config, hasLocalData } from '../../config/config.ts'
import { assertAccess, findNetworkDisk } from '../../config/file-access.ts'
import { explainOpenError } from '../../config/open-database.ts'
import { ConfigError } from '../../domain/errors.ts'
import { MIN_FREE_BYTES } from '../../queries/system/notices.ts'
import { inTime } from '../../storage/backup/backup-copies.ts'
import { DATABASE, parseBackupFile, readDescription } from '../../storage/backup/backup-file.ts'
import { isPresent, isRestorePending, readRestoreRecord } from '../../storage/backup/restore.ts'
import { runInWorker } from '../../storage/backup/worker-client.ts'
import {
  findLeftoverOfLostDatabase,
  findNewestLeftover,
  listFiles,
} from '../../storage/missing-database.ts'
import { type Health, MAX_WAIT_MS } from '../port.ts'

export function checkFolder(dataDir: string) {
  assertAccess(dataDir, false)
  const network = findNetworkDisk(dataDir)
  if (network) {
    throw new ConfigError(
      `${dataDir} is on a network share (${network}). Keep it on the computer's own disk, because a lost network can damage it.`,
    )
  }
  const testFile = join(dataDir, `.doctor-${process.pid}`)
  try {
    // Test with a write, because permissions do not show a full disk.
    writeFileSync(testFile, 'test')
    return `${dataDir} is writable`
  } finally {
    // On a full disk the file exists, but is empty.
    rmSync(testFile, { force: true })
  }
}

export function checkDisk(dataDir: string, { bavail, bsize } = statfsSync(dataDir)) {
  const free = bavail * bsize
  if (free >= MIN_FREE_BYTES) return `${formatBytes(free)} are free`
  throw new ConfigError(
    `only ${formatBytes(free)} are free. Free some space: on a full disk no patient can be registered.`,
  )
}

const LISTED = 6

export async function checkSize(dataDir: string) {
  const sizes = (await readdir(dataDir)).map(async name => ({
    name,
    bytes: await measureBytes(join(dataDir, name)),
  }))
  const largest = (await Promise.all(sizes)).toSorted((a, b) => b.bytes - a.bytes).slice(0, LISTED)
  return largest.map(({ name, bytes }) => `${name} ${formatBytes(bytes)}`).join(', ') || 'no data'
}

async function measureBytes(path: string) {
  // Reading a file as a folder fails, so only the file itself is measured.
  const names = await readdir(path, { recursive: true }).catch(() => [])
  const infos = ['', ...names].map(name => lstat(join(path, name)).catch(() => null))
  return (await Promise.all(infos)).reduce((sum, info) => sum + (info?.size ?? 0), 0)
}

export type Inspected =
  | { state: 'unusable' }
  | { state: 'new' }
  | { state: 'locked' }
  | { state: 'failed'; cause: unknown }
  | { state: 'opened'; inspection: Inspection }

export async function inspect(options: Config, dataDir: string): Promise<Inspected> {
  const { databaseUrl, databaseToken } = options
  const file = join(dataDir, DATABASE)
  try {
    // An empty file stays empty, because opening it would write a header.
    if (!databaseUrl && !statSync(file, { throwIfNoEntry: false })?.size) {
      const lost = await findLeftoverOfLostDatabase(dataDir, options)
      if (!isRestorePending(dataDir)) assertNotLost(dataDir, lost)
      return { state: 'new' }
    }
    const lock = join(dataDir, 'lock.db')
    const unlock = !databaseUrl && isPresent(lock) ? await lockFile(lock) : () => {}
    const url = databaseUrl ?? pathToFileURL(file).href
    const inspection = await inspectDatabase(url, { authToken: databaseToken })
      .catch(cause => {
        throw explainOpenError(cause, databaseUrl, dataDir)
      })
      .finally(unlock)
    if (!databaseUrl && inspection.userCount === 0) {
      assertNotLost(dataDir, await findNewestLeftover(dataDir, options))
    }
    return { state: 'opened', inspection }
  } catch (cause) {
    return cause instanceof DatabaseLockedError ? { state: 'locked' } : { state: 'failed', cause }
  }
}

export function checkDatabase(database: Inspected, isAnswering: boolean) {
  if (database.state === 'unusable') return null
  if (database.state === 'new') return 'none yet; the first start creates it'
  if (database.state === 'failed') throw database.cause
  if (database.state === 'locked') {
    if (isAnswering) return 'in use by the running program; stop it to check what is inside'
    throw new ConfigError(
      'in use by a program that does not respond. Stop the clinic queue and start it again. If it uses another port, add --port.',
    )
  }
  const { integrityErrors, foreignKeyViolations } = database.inspection
  const broken = foreignKeyViolations > 0 ? `${foreignKeyViolations} broken references` : undefined
  const damage = integrityErrors[0] ?? broken
  if (damage === undefined) return 'not damaged, no broken references'
  throw new ConfigError(`damaged: ${damage}. Copy the data folder, then restore the last backup.`)
}

export function checkSchema({ age, missing }: Inspection) {
  if (age === 'foreign') throw new ForeignSchemaError()
  if (age === 'unknown') throw new UnknownSchemaError()
  if (age === 'newer') throw new NewerSchemaError()
  return missing === 0 ? 'up to date' : `${missing} migrations missing; the next start applies them`
}

export function checkUsers({ userCount }: Inspection) {
  if (userCount > 0) return String(userCount)
  throw new ConfigError(
    'there are none, so nobody can sign in. Start the program: it creates the user admin and prints the password.',
  )
}

export function checkRestore(dataDir: string) {
  const record = readRestoreRecord(dataDir)
  if (!record) return null
  const what = `${record.name} (${record.at})`
  if (record.state === 'restored') return `${what} was restored`
  if (record.state === 'unchanged') {
    return `${what} was not restored, the data is unchanged: ${record.because}`
  }
  if (record.state === 'checking') return `${what} is being checked, or that was interrupted`
  throw new ConfigError(`${what} is not complete. Start the program, which completes it first.`)
}

/** Only reads, because a running program may be writing a backup. */
export async function checkBackups(options: Config, dataDir: string, now: Date) {
  if (!hasLocalData(options)) return DATABASE_IS_ELSEWHERE
  const folder = join(dataDir, 'backups')
  const at = now.toISOString()
  const files = listFiles(folder).filter(parseBackupFile)
  const read = await Promise.allSettled(files.map(name => readDescription(join(folder, name))))
  const times = read.flatMap(one => (one.status === 'fulfilled' ? one.value.madeAt : []))
  const newestAt = findNewestUntil(at, times)
  const madeAt = statSync(folder, { throwIfNoEntry: false })?.birthtime.toISOString()
  const since = newestAt ?? madeAt ?? at
  const result = newestAt
    ? `the newest is ${formatAge(newestAt, at)} old (${newestAt})`
    : 'none yet; one is made every night'
  if (!isOverdue(since, at)) return result
  throw new ConfigError(
    `${newestAt ? result : `none in ${formatAge(since, at)}`}. See System Management for the reason, then press Back up now.`,
  )
}

const COPY_ADVICE =
  'Connect the stick or the share, make room on it, and check that the program may write there. The program tries again every ten minutes.'

/** Prefers the running program's report, because it may use another folder than this command. */
export async function checkCopies({ backupDir }: Pick<Config, 'backupDir'>, health: Health | null) {
  const { backupCopies, lastBackupCopy } = health ?? {}
  if (backupCopies === 'ok') {
    return lastBackupCopy ? `has the backup of ${lastBackupCopy.at}` : 'no copy yet'
  }
  if (backupCopies) throw new ConfigError(`${backupCopies} ${COPY_ADVICE}`)
  if (!backupDir) return 'none; --backup-dir names a stick or a share for a copy of each backup'
  const finding = runInWorker('findNewestCopy', backupDir)
  const newest = await inTime(finding, MAX_WAIT_MS).catch(cause => {
    throw new ConfigError(`${backupDir}: ${cause.message}. ${COPY_ADVICE}`)
  })
  const found = newest && parseBackupName(newest.name)
  if (found) return `the newest in ${backupDir} is of ${found.day} ${found.time}`
  throw new ConfigError(`${backupDir} has no backup. Start the program with this --backup-dir.`)
}
