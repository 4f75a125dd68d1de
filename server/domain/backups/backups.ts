import { formatDuration, getClinicDay, getClinicTime } from '../time.ts'

const OVERDUE_AFTER_MS = 2 * 24 * 60 * 60_000

export const DEMO_HAS_NO_BACKUPS =
  'This is a demo: nothing is kept, so there is nothing to back up.'
export const DATABASE_IS_ELSEWHERE =
  'The database is not in the data folder (DATABASE_URL). Back it up where it is kept.'

export const BACKUP_KINDS = ['nightly', 'manual', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** How many rows of the things that people know; two databases that differ in them are not the same. */
export type BackupCounts = { patients: number; users: number; calls: number }

/** A backup in the list. `contents` is null when its file is damaged. */
export type Backup = {
  name: string
  kind: BackupKind
  bytes: number
  contents: { madeAt: string; version: string; counts: BackupCounts } | null
}

/** What is being done with backups at this moment: one thing at a time. */
export type BackupJob =
  | { step: 'idle' }
  | { step: 'backing-up' }
  | { step: 'restoring'; name: string }

export type BackupFailure = {
  what: 'backup' | 'nightly backup' | 'restore'
  at: string
  because: string
}

/** What the screen shows. `unavailable` says why this clinic has no backups of its own. */
export type BackupStatus = {
  backups: Backup[]
  work: BackupJob
  failure: BackupFailure | null
  unavailable: string | null
}

const NAME =
  /^clinic-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-(nightly|manual|before-restore)(?:-\d+)?$/

/** Its parts, or null for anything that is no name of a backup, such as a path. */
export function parseBackupName(name: string) {
  const [, day = '', hours, minutes, seconds, word] = NAME.exec(name) ?? []
  const kind = BACKUP_KINDS.find(one => one === word)
  return kind ? { name, day, time: `${hours}:${minutes}:${seconds}`, kind } : null
}

/** The clinic's date and time, so that names sort by age and a person can read them. */
export function createBackupName(
  at: string,
  timeZone: string,
  kind: BackupKind,
  taken: string[] = [],
) {
  const time = getClinicTime(at, timeZone).replaceAll(':', '')
  const name = `clinic-${getClinicDay(at, timeZone)}-${time}-${kind}`
  if (!taken.includes(name)) return name
  let count = 2
  while (taken.includes(`${name}-${count}`)) count++
  return `${name}-${count}`
}

/** The newest instant that is not in the future: the machine's clock may have been wrong once. */
export function findNewestUntil(now: string, instants: string[]) {
  return (
    instants
      .filter(at => at <= now)
      .toSorted()
      .at(-1) ?? null
  )
}

/** The newest first; damaged ones stand where their names put them. */
export function sortNewestFirst(backups: Backup[]) {
  const age = ({ name, contents }: Backup) => {
    const { day = '', time = '' } = parseBackupName(name) ?? {}
    return `${contents?.madeAt ?? `${day}T${time}`} ${name}`
  }
  return backups.toSorted((a, b) => (age(a) < age(b) ? 1 : -1))
}

/** The newest backup that is whole: the one that is never deleted. */
export function findNewestIntact(backups: Backup[]) {
  const good = backups.filter(({ contents }) => contents !== null)
  const [{ name, contents } = { name: '', contents: null }] = sortNewestFirst(good)
  return contents && { name, ...contents }
}

export function whyNotDeletable(backup: Backup, all: Backup[]) {
  return findNewestIntact(all)?.name === backup.name ? 'The newest backup cannot be deleted' : null
}

/** What was found by opening a database. */
export type InspectionResult = { integrity: string; strays: number; counts: BackupCounts }

/** Why a database is no good backup, as the second half of a sentence; null when it is good. */
export function findDefect({ integrity, strays, counts }: InspectionResult, told?: BackupCounts) {
  if (integrity !== 'ok') return 'its database is damaged'
  if (strays > 0) return 'its database has rows that belong to nothing'
  if (counts.users === 0) return 'its database has no users'
  const isSame = !told || JSON.stringify(counts) === JSON.stringify(told)
  return isSame ? null : 'its database does not hold what its description says'
}

/** How a database stands to this program, by the instants of the migrations that each of them knows. */
export function compareSchemas(applied: number[], ours: number[]): 'same' | 'older' | 'newer' {
  if (applied.some(migration => !ours.includes(migration))) return 'newer'
  return applied.length < ours.length ? 'older' : 'same'
}

/** A clinic whose newest backup is that old should look into it. */
export function isOverdue(newestAt: string, now: string) {
  return Date.parse(now) - Date.parse(newestAt) > OVERDUE_AFTER_MS
}

/** '119 minutes', '5 hours', '3 days'. */
export function formatAge(instant: string, now: string) {
  return formatDuration(Date.parse(now) - Date.parse(instant), 2)
}

/** '340 kB', '12.4 MB', '1.2 GB'. */
export function formatBytes(bytes: number) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}
