import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type BackupJob, isOverdue } from '#domain/backups/backups'
import { formatWhen } from './backup-texts.ts'

type Props = {
  newest: { madeAt: string } | null
  work: BackupJob
  now: string
  timeZone: string
}

export function LastBackup({ newest, work, now, timeZone }: Props) {
  if (work.step === 'restoring') {
    return (
      <p className="status-line tone--busy" role="status">
        <span className="spinner" aria-hidden />
        Restoring… The system restarts, then everyone signs in again.
      </p>
    )
  }
  if (!newest) return null
  const isLate = isOverdue(newest.madeAt, now)
  const Icon = isLate ? TriangleAlert : CircleCheck
  return (
    <p className={`status-line tone--${isLate ? 'warning' : 'good'}`} role="status">
      <Icon size={18} aria-hidden />
      Last backup {formatWhen(newest.madeAt, now, timeZone)}
    </p>
  )
}
