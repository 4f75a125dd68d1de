import { getClinicDay, getClinicTime } from '../time.ts'
import { type BackupCounts, type BackupKind, parseBackupName } from './backups.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OVERDUE_AFTER_MS = 2 * DAY_MS

export const KIND_LABELS: Record<BackupKind, string> = {
  nightly: 'Nightly',
  manual: 'By hand',
  'before-restore': 'Before a restore',
}

export const DEMO_HAS_NO_BACKUPS =
  'This is a demo: nothing is kept, so there is nothing to back up.'
export const DATABASE_IS_ELSEWHERE =
  'The database is not in the data folder (DATABASE_URL). Back it up where it is kept.'

/** 'today at 03:00', 'yesterday at 03:00' or '18 Nov 2026 at 03:00', on the clinic's clock. */
export function formatWhen(instant: string, now: string, timeZone: string) {
  const day = getClinicDay(instant, timeZone)
  const time = getClinicTime(instant, timeZone).slice(0, 5)
  const yesterday = new Date(Date.parse(now) - DAY_MS).toISOString()
  if (day === getClinicDay(now, timeZone)) return `today at ${time}`
  if (day === getClinicDay(yesterday, timeZone)) return `yesterday at ${time}`
  return `${formatLongDay(day)} at ${time}`
}

/** The same as far as a backup's name tells it. */
export function formatWhenFromName(name: string) {
  const found = parseBackupName(name)
  return found ? `${formatLongDay(found.day)} at ${found.time.slice(0, 5)}` : name
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

function formatLongDay(day: string) {
  return LONG_DAY.format(Date.parse(day))
}

/** A clinic whose newest backup is that old should look into it. */
export function isOverdue(newestAt: string, now: string) {
  return Date.parse(now) - Date.parse(newestAt) > OVERDUE_AFTER_MS
}

/** '12 minutes', '5 hours', '3 days': the largest of them that there is more than one of. */
export function formatAge(instant: string, now: string) {
  const minutes = (Date.parse(now) - Date.parse(instant)) / MINUTE_MS
  if (minutes < 120) return pluralize(Math.floor(minutes), 'minute')
  if (minutes < 2 * 24 * 60) return pluralize(Math.floor(minutes / 60), 'hour')
  return pluralize(Math.floor(minutes / 60 / 24), 'day')
}

/** '340 kB', '12.4 MB', '1.2 GB'. */
export function formatBytes(bytes: number) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** '1 patient, 4 users, 1,305 calls' */
export function formatCounts({ patients, users, calls }: BackupCounts) {
  return [pluralize(patients, 'patient'), pluralize(users, 'user'), pluralize(calls, 'call')].join(
    ', ',
  )
}

function pluralize(count: number, word: string) {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}
