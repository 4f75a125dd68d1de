import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type BackupJob, isOverdue } from '#domain/backups/backups'
import { formatWhen } from './backup-texts.ts'

type Props = {
  newest: { madeAt: string } | null
  work: BackupJob
  now: string
  timeZone: string
}

/** How the clinic stands, in one line. */
export function LastBackup({ newest, work, now, timeZone }: Props) {
  if (work.step === 'restoring') {
    return (
      <p className="backups__last backups__last--busy" role="status">
        <span className="spinner" aria-hidden />
        Restoring. The program checks the backup and starts anew; then everyone signs in again.
      </p>
    )
  }
  if (!newest) return null
  const isOld = isOverdue(newest.madeAt, now)
  const Icon = isOld ? TriangleAlert : CircleCheck
  return (
    <p className={`backups__last backups__last--${isOld ? 'old' : 'good'}`} role="status">
      <Icon size={18} aria-hidden />
      Last backup {formatWhen(newest.madeAt, now, timeZone)}
    </p>
  )
}
