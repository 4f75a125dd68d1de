import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type BackupJob, formatProgress, isOverdue, type Progress } from '#domain/backups/backups'
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
      <>
        <p className="status-line tone--busy" role="status">
          <span className="spinner" aria-hidden />
          Restoring… The system restarts, then everyone signs in again.
        </p>
        <JobProgress label="Restore" progress={work.progress} />
      </>
    )
  }
  if (work.step === 'backing-up') return <JobProgress label="Backup" progress={work.progress} />
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

/** Has its height before the first number is there. */
function JobProgress({ label, progress }: { label: string; progress: Progress | undefined }) {
  return (
    <div className="status-line tone--busy job-progress">
      <progress aria-label={label} max={100} value={progress?.percent ?? 0} />
      <span className="job-progress__text soft">
        {progress ? formatProgress(progress) : 'beginning'}
      </span>
    </div>
  )
}
