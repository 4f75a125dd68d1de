import { type BackupCounts, type BackupKind, parseBackupName } from '#domain/backups/backups'
import { pluralize } from '#domain/text'
import { addDays, formatLongDay, getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'

export const KIND_LABELS: Record<BackupKind, string> = {
  nightly: 'Nightly',
  manual: 'Manual',
  'before-restore': 'Before a restore',
}

export type When = (instant: string) => string

/** 'today at 03:00', 'yesterday at 03:00' or '18 Nov 2026 at 03:00', on the clinic's clock. */
export function formatWhen(instant: string, now: string, timeZone: TimeZone) {
  const day = getClinicDay(instant, timeZone)
  const time = getClinicMinute(instant, timeZone)
  const today = getClinicDay(now, timeZone)
  if (day === today) return `today at ${time}`
  if (day === addDays(today, -1)) return `yesterday at ${time}`
  return `${formatLongDay(day)} at ${time}`
}

/** When a backup was made, by its name: a damaged file holds no instant. */
export function formatWhenFromName(name: string) {
  const found = parseBackupName(name)
  return found ? `${formatLongDay(found.day)} at ${found.time.slice(0, 5)}` : name
}

/** '1 patient, 4 users, 1,305 calls' */
export function formatCounts({ patients, users, calls }: BackupCounts) {
  return [pluralize(patients, 'patient'), pluralize(users, 'user'), pluralize(calls, 'call')].join(
    ', ',
  )
}
