import type { InspectionResult } from '#db/connection/database-file'
import type { BackupCounts } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'

export const NOT_A_BACKUP = 'it is not a backup of this program'

export function damagedError(reason: string) {
  return new DomainError(`This backup cannot be used: ${reason}`, { status: 409 })
}

/** The defect as the second half of a sentence, or null. */
export function findDefect(
  { integrity, foreignKeyViolations, counts }: InspectionResult,
  expected?: BackupCounts,
) {
  if (integrity !== 'ok') return 'its database is damaged'
  if (foreignKeyViolations > 0) return 'its database has rows that refer to missing rows'
  if (counts.users === 0) return 'its database has no users'
  const isSame = !expected || JSON.stringify(counts) === JSON.stringify(expected)
  return isSame ? null : 'its database does not match its description'
}
