import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '#db/connection/errors'
import type { Inspection } from '#db/connection/inspect'
import { formatBytes } from '#domain/backups/backups'
import { YEAR_MS } from '#domain/time'
import { findAccessProblems, findEntry } from '../../config/file-access.ts'
import { findNetworkDisk } from '../../config/mounts.ts'
import { MIN_FREE_BYTES } from '../../queries/system/notices.ts'
import { readRestoreRecord } from '../../storage/backup/restore-record.ts'
import { type Finding, fail, pass } from './finding.ts'

const FOLDER = 'data folder'
const CHOOSE_ADVICE = 'Choose another one with --data-dir'

export function checkFolderExists(dataDir: string) {
  const folder = findEntry(dataDir, 'folder')
  if (folder && 'result' in folder) return fail(FOLDER, folder.result, folder.cure)
  if (folder) return null
  const advice = `${CHOOSE_ADVICE}, or start the program, which creates it.`
  return fail(FOLDER, `${dataDir} does not exist`, advice)
}

/** Owners and rights come first: to SQLite, a file of another user is a damaged one. */
export function checkFolder(dataDir: string): Finding[] {
  const problems = findAccessProblems(dataDir, false)
  if (problems.length > 0) return problems.map(({ result, cure }) => fail(FOLDER, result, cure))
  const network = findNetworkDisk(dataDir)
  if (network) {
    const advice = "Keep it on the computer's own disk: on a share, a lost network can damage it."
    return [fail(FOLDER, `${dataDir} is on a network share (${network})`, advice)]
  }
  const testFile = join(dataDir, `.doctor-${process.pid}`)
  try {
    // Permissions do not show that a disk is full.
    writeFileSync(testFile, 'test')
    return [pass(FOLDER, `${dataDir} is writable`)]
  } catch (cause) {
    const code = getErrorCode(cause)
    const advice = code === 'ENOSPC' ? 'The disk is full: free some space.' : 'Check the disk.'
    return [fail(FOLDER, `${dataDir} is not writable${code && ` (${code})`}`, advice)]
  } finally {
    // On a full disk the file is there, but empty.
    rmSync(testFile, { force: true })
  }
}

const MB = 1_000_000

export function checkDisk(dataDir: string) {
  const { bavail, bsize } = statfsSync(dataDir)
  return checkFreeSpace(bavail * bsize)
}

export function checkFreeSpace(free: number) {
  const result = `${Math.floor(free / MB)} MB are free`
  if (free >= MIN_FREE_BYTES) return pass('disk', result)
  const advice = 'Free some space: on a full disk no patient can be registered.'
  return fail('disk', `only ${result}, less than ${MIN_FREE_BYTES / MB} MB`, advice)
}

const MONTH_MS = YEAR_MS / 12

const PARTS: [RegExp, string][] = [
  [/^clinic\.db(-wal|-shm)?$/, 'database'],
  [/^clinic-before-.*\.db$/, 'copies from before an update'],
  [/^backups$/, 'backups'],
  [/^before-restore-/, 'data from before a restore'],
]

export async function checkDiskUsage(dataDir: string, inspection: Inspection | null, now: Date) {
  const sizes = new Map<string, number>()
  for (const name of await readdir(dataDir)) {
    const part = PARTS.find(([pattern]) => pattern.test(name))?.[1]
    if (!part) continue
    sizes.set(part, (sizes.get(part) ?? 0) + (await measureBytes(join(dataDir, name))))
  }
  const total = sizes.values().reduce((sum, bytes) => sum + bytes, 0)
  const growth = describeGrowth(sizes.get('database') ?? 0, inspection, now)
  if (total === 0) return pass('size', 'the data folder is empty')
  const parts = [...sizes]
    .filter(([, bytes]) => bytes > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([part, bytes]) => `${part} ${formatBytes(bytes)}${part === 'database' ? growth : ''}`)
  return pass('size', `${formatBytes(total)}: ${parts.join(', ')}`)
}

/** The first month says little about a year. */
function describeGrowth(bytes: number, inspection: Inspection | null, now: Date) {
  const age = inspection?.oldest ? now.getTime() - Date.parse(inspection.oldest) : 0
  return age < MONTH_MS ? '' : ` (growing by ${formatBytes((bytes / age) * YEAR_MS)} a year)`
}

async function measureBytes(path: string): Promise<number> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isDirectory()) return info?.size ?? 0
  const names = await readdir(path).catch(() => [])
  const all = await Promise.all(names.map(name => measureBytes(join(path, name))))
  return all.reduce((sum, bytes) => sum + bytes, 0)
}

const RESTORE = 'restore'

export function checkRestore(dataDir: string): Finding[] {
  const record = readRestoreRecord(dataDir)
  if (!record) return []
  const what = `${record.name} (${record.at})`
  switch (record.state) {
    case 'checking':
      return [
        pass(RESTORE, `${what} is being checked, or that was interrupted; the data is untouched`),
      ]
    case 'replacing': {
      const advice = 'Start the program: it completes the restore before it does anything else.'
      return [fail(RESTORE, `${what} is not complete`, advice)]
    }
    case 'restored':
      return [pass(RESTORE, `${what} was restored`)]
    case 'unchanged':
      return [pass(RESTORE, `${what} was not restored, the data is unchanged: ${record.because}`)]
  }
}
