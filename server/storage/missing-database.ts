import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getClinicDay, getClinicTime, type TimeZone } from '#domain/time'
import type { Config } from '../config/config.ts'
import { formatProgramCommand } from '../config/program.ts'
import { inTime } from './backup/backup-copies.ts'
import { DATABASE, parseBackupFile } from './backup/backup-file.ts'
import { BEFORE_PREFIX, RESTORE_FOLDER } from './backup/restore.ts'
import { runInWorker } from './backup/worker-client.ts'

/** A share whose server is gone may never answer. */
const MAX_WAIT_MS = 15_000

export type Leftover = { path: string; what: string; advice: string }

type Options = Pick<Config, 'backupDir' | 'timeZone'>
/** `at` is the day and time in the clinic's time zone, or '' for a last resort. */
type Candidate = { path: string; what: string; at: string }

export async function findLeftoverOfLostDatabase(dataDir: string, options: Options) {
  return getSize(join(dataDir, DATABASE)) > 0 ? null : findNewestLeftover(dataDir, options)
}

export async function findNewestLeftover(
  dataDir: string,
  { backupDir, timeZone }: Options,
): Promise<Leftover | null> {
  const candidates = [
    ...listBackups(dataDir),
    ...(backupDir ? await listCopies(backupDir) : []),
    ...listKept(dataDir, timeZone),
  ]
  // The sort is stable, so a backup comes first among equal times.
  const [newest] = candidates.toSorted((a, b) => b.at.localeCompare(a.at))
  return newest ? { ...newest, advice: getAdvice(newest.path, dataDir) } : null
}

function listBackups(dataDir: string): Candidate[] {
  const folder = join(dataDir, 'backups')
  return listFiles(folder).flatMap(file => {
    const name = parseBackupFile(file)
    return name ? { path: join(folder, file), what: 'there are backups', at: toTime(name) } : []
  })
}

async function listCopies(folder: string): Promise<Candidate[]> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const finding = runInWorker('findNewestCopy', folder, { signal })
  // Skip a share that is not connected, because the running program reports it.
  const newest = await inTime(finding, MAX_WAIT_MS).catch(() => null)
  if (!newest) return []
  const what = `there are copies of backups in ${folder}`
  return [{ path: join(folder, newest.file), what, at: toTime(newest.name) }]
}

function listKept(dataDir: string, timeZone: TimeZone): Candidate[] {
  const toLocal = (instant: string) =>
    `${getClinicDay(instant, timeZone)} ${getClinicTime(instant, timeZone)}`
  return listFiles(dataDir)
    .flatMap((name): Candidate[] => {
      const inside = join(dataDir, name, DATABASE)
      if (name.startsWith(BEFORE_PREFIX)) {
        const at = toLocal(parseFolderTime(name) ?? getChangedAt(inside))
        return [{ path: inside, what: 'the data from before a restore is there', at }]
      }
      if (name === RESTORE_FOLDER) {
        return [{ path: inside, what: 'an unpacked backup is there', at: '' }]
      }
      if (!/^clinic-before-.*\.db$/.test(name)) return []
      const path = join(dataDir, name)
      const what = 'a copy from before an update is there'
      return [{ path, what, at: toLocal(getChangedAt(path)) }]
    })
    .filter(({ path }) => getSize(path) > 0)
}

/** Returns the time in a name such as `clinic-2026-11-20-030000-nightly`. */
function toTime(backup: string) {
  return backup.replace(/^clinic-(.{10})-(..)(..)(..).*$/, '$1 $2:$3:$4')
}

function parseFolderTime(folder: string) {
  const [, day, hours, minutes, seconds] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)/.exec(folder) ?? []
  const at = `${day}T${hours}:${minutes}:${seconds}.000Z`
  return Number.isNaN(Date.parse(at)) ? null : at
}

function getAdvice(path: string, dataDir: string) {
  const folder = dirname(path)
  if (folder === join(dataDir, RESTORE_FOLDER)) {
    const command = formatProgramCommand('restore', '<file>', '--data-dir', dataDir)
    return `Move ${path} to another folder, then run: ${command}`
  }
  const command = formatProgramCommand('restore', path, '--data-dir', dataDir)
  return getSize(`${path}-wal`) > 0
    ? `To restore the newest, start and stop the program once with --data-dir ${folder}, then run: ${command}`
    : `To restore the newest, run: ${command}`
}

function getChangedAt(path: string) {
  const newest = Math.max(
    ...[path, `${path}-wal`].map(file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )
  return new Date(newest).toISOString()
}

function getSize(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

export function listFiles(folder: string) {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}
