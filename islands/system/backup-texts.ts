import { type BackupCounts, type BackupKind, parseBackupName } from '#domain/backups/backups'
import { pluralize } from '#domain/text'
import { addDays, formatLongDay, getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'

export const KIND_LABELS: Record<BackupKind, string> = {
  nightly: 'Nightly',
  manual: 'Manual',
  'before-restore': 'Before a restore',
}

export type When = (instant: string) => string

/** Formats an instant in the clinic's time zone: 'today at 03:00', '18 Nov 2026 at 03:00'. */
export function formatWhen(instant: string, now: string, timeZone: TimeZone) {
  const day = getClinicDay(instant, timeZone)
  const time = getClinicMinute(instant, timeZone)
  const today = getClinicDay(now, timeZone)
  if (day === today) return `today at ${time}`
  if (day === addDays(today, -1)) return `yesterday at ${time}`
  return `${formatLongDay(day)} at ${time}`
}

/** Reads a backup's time from its name, because a damaged file contains no time. */
export function formatWhenFromName(name: string) {
  const found = parseBackupName(name)
  return found ? `${formatLongDay(found.day)} at ${found.time.slice(0, 5)}` : name
}

export function formatCounts({ patients, users, calls }: BackupCounts) {
  return [pluralize(patients, 'patient'), pluralize(users, 'user'), pluralize(calls, 'call')].join(
    ', ',
  )
}
