import { DomainError } from '../errors.ts'
import { DAY_MS, formatDuration, getClinicDay, getClinicTime, type TimeZone } from '../time.ts'
import type { RestoredState } from './kept-state.ts'

const RESTORE_SHOWN_MS = 7 * DAY_MS
const OVERDUE_AFTER_MS = 2 * DAY_MS

export const DEMO_HAS_NO_BACKUPS =
  'This is a demo: nothing is saved, so there is nothing to back up.'
export const DATABASE_IS_ELSEWHERE =
  'The database is not in the data folder (DATABASE_URL). Back it up where it is stored.'

const BACKUP_KINDS = ['nightly', 'manual', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export type BackupCounts = { patients: number; users: number; calls: number }

export type Backup = {
  name: string
  kind: BackupKind
  bytes: number
  contents: { madeAt: string; version: string; counts: BackupCounts } | null
}

/** Stages of each job with their usual seconds, for ten years of data from a busy clinic. */
const BACKUP_STAGES = {
  copying: 4,
  compacting: 4,
  'checking the copy': 13,
  packing: 6,
  'reading back': 1,
}
const UNPACK_STAGES = { unpacking: 4, 'checking the backup': 30 }
const STAGES = {
  'backing-up': BACKUP_STAGES,
  unpacking: UNPACK_STAGES,
  restoring: { ...UNPACK_STAGES, ...BACKUP_STAGES },
}

export type StageProgress = {
  stage: keyof typeof BACKUP_STAGES | keyof typeof UNPACK_STAGES
  share: number
}
export type Progress = { doing: string; percent: number }

export function toProgress(job: keyof typeof STAGES, { stage, share }: StageProgress): Progress {
  const stages = Object.entries(STAGES[job])
  const at = stages.findIndex(([name]) => name === stage)
  const sum = (part: typeof stages) => part.reduce((total, [, seconds]) => total + seconds, 0)
  const done = sum(stages.slice(0, at)) + share * sum(stages.slice(at, at + 1))
  return { doing: stage, percent: Math.floor((100 * done) / sum(stages)) }
}

export function formatProgress({ doing, percent }: Progress) {
  return `${doing}, ${percent} %`
}

export type BackupJob =
  | { step: 'idle' }
  | { step: 'backing-up'; progress?: Progress }
  | { step: 'restoring'; name: string; progress?: Progress }

export type BackupFailure = {
  what: 'backup' | 'nightly backup' | 'restore'
  at: string
  because: string
}

/** `at`: the time of the request for the restore, ISO 8601. `because`: a sentence. */
export type RestoreOutcome = { name: string; at: string } & (
  | ({ state: 'restored'; before: string | null } & RestoredState)
  | { state: 'unchanged'; because: string }
)

export function isRecentRestore({ at }: RestoreOutcome, now: string) {
  return Math.abs(Date.parse(now) - Date.parse(at)) < RESTORE_SHOWN_MS
}

/** A folder on a separate disk, such as a USB stick or a network share. */
export type BackupCopies = {
  folder: string
  newestAt: string | null
  /** `at`: when copies began to fail. `because`: the reason as the second half of a sentence. */
  failure: { at: string; because: string } | null
}

export function describeCopyFailure({ because }: NonNullable<BackupCopies['failure']>) {
  return `Backups are not copied off-site: ${because}.`
}

export type BackupStatus = {
  backups: Backup[]
  work: BackupJob
  failure: BackupFailure | null
  copies: BackupCopies | null
  /** The newest restore of the last week, if any; null during a restore. */
  restore: (RestoreOutcome & { notes?: string[] }) | null
  unavailable: string | null
}

const NAME =
  /^clinic-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-(nightly|manual|before-restore)(?:-\d+)?$/

export function parseBackupName(name: string) {
  const [, day = '', hours, minutes, seconds, suffix] = NAME.exec(name) ?? []
  const kind = BACKUP_KINDS.find(kind => kind === suffix)
  return kind ? { name, day, time: `${hours}:${minutes}:${seconds}`, kind } : null
}

/** Names hold the clinic's date and time, so they sort by age and people can read them. */
export function createBackupName(
  at: string,
  timeZone: TimeZone,
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

/** Ignores instants in the future, because the machine's clock may have been wrong. */
export function findNewestUntil(now: string, instants: string[]) {
  return (
    instants
      .filter(at => at <= now)
      .toSorted()
      .at(-1) ?? null
  )
}

/** Sorts by name, because a damaged backup does not tell when it was made. */
export function sortNewestFirst(backups: Backup[]) {
  return backups.toSorted((a, b) => (a.name < b.name ? 1 : -1))
}

export function findNewestIntact(backups: Backup[]) {
  const intact = backups.filter(({ contents }) => contents !== null)
  const [{ name, contents } = { name: '', contents: null }] = sortNewestFirst(intact)
  return contents && { name, ...contents }
}

export function getDeletionProblem(backup: Backup, all: Backup[]) {
  return findNewestIntact(all)?.name === backup.name ? 'The newest backup cannot be deleted' : null
}

export function isOverdue(newestAt: string, now: string) {
  return Date.parse(now) - Date.parse(newestAt) > OVERDUE_AFTER_MS
}

export function formatAge(instant: string, now: string) {
  return formatDuration(Date.parse(now) - Date.parse(instant), 2)
}

export function formatBytes(bytes: number) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}

export const NOBODY_COULD_SIGN_IN =
  'all its administrators are inactive or deleted, so nobody could log in'

export function damagedError(reason: string) {
  return new DomainError(`This backup cannot be used: ${reason}`, { status: 409 })
}
