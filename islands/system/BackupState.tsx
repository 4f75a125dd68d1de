import { CircleCheck, History, TriangleAlert } from 'lucide-react'
import {
  type BackupCopies,
  type BackupFailure,
  type BackupJob,
  type BackupStatus,
  findNewestIntact,
  formatProgress,
  isOverdue,
} from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { formatWhenFromName, type When } from './backup-texts.ts'

const FAILURE_HINTS: Record<BackupFailure['what'], string> = {
  backup: '',
  'nightly backup': ' Retrying every hour.',
  restore: ' Nothing was changed.',
}

type Props = { status: BackupStatus; now: string; when: When }

export function BackupState({ status, now, when }: Props) {
  const { backups, work, failure, copies, restore } = status
  // Ignores backups from the future, because the clock was ahead when they were made.
  const isAhead = (madeAt: string) => isOverdue(now, madeAt)
  const newest = findNewestIntact(
    backups.filter(({ contents }) => contents && !isAhead(contents.madeAt)),
  )
  const isLate = newest !== null && isOverdue(newest.madeAt, now)
  const Icon = isLate ? TriangleAlert : CircleCheck
  return (
    <>
      {failure && (
        <Alert>
          Last {failure.what} failed {when(failure.at)}: {failure.because}.
          {FAILURE_HINTS[failure.what]}
        </Alert>
      )}
      {restore && failure?.what !== 'restore' && <LastRestore restore={restore} when={when} />}
      {work.step !== 'idle' && <Job work={work} />}
      {work.step === 'idle' && newest && (
        <p className={`status-line tone--${isLate ? 'warning' : 'good'}`} role="status">
          <Icon size={18} aria-hidden />
          Last backup {when(newest.madeAt)}
        </p>
      )}
      {copies && <LastCopy copies={copies} when={when} />}
    </>
  )
}

type RestoreProps = { restore: NonNullable<BackupStatus['restore']>; when: When }

function LastRestore({ restore, when }: RestoreProps) {
  const file = restore.name.split(/[/\\]/).at(-1) ?? ''
  const backup = formatWhenFromName(file.replace(/\.db\.gz(\.age)?$/, ''))
  if (restore.state === 'unchanged') {
    return (
      <Alert>
        The backup of {backup} was not restored ({when(restore.at)}): {restore.because}. Nothing was
        changed.
      </Alert>
    )
  }
  return (
    <div role="status">
      <p className="status-line">
        <History size={18} aria-hidden />
        Restored {when(restore.at)}: the backup of {backup}
      </p>
      {restore.notes && restore.notes.length > 0 && (
        <ul className="backups__notes soft">
          {restore.notes.map(note => (
            <li key={note}>{note}.</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows a running job. The height is fixed, so that nothing moves at the first number. */
function Job({ work: { step, progress } }: { work: Exclude<BackupJob, { step: 'idle' }> }) {
  const isRestore = step === 'restoring'
  return (
    <>
      {isRestore && (
        <p className="status-line tone--busy" role="status">
          <span className="spinner" aria-hidden />
          Restoring… The system restarts, then everyone signs in again.
        </p>
      )}
      <div className="status-line tone--busy job-progress">
        <progress
          aria-label={isRestore ? 'Restore' : 'Backup'}
          max={100}
          value={progress?.percent ?? 0}
        />
        <span className="job-progress__text soft">
          {progress ? formatProgress(progress) : 'beginning'}
        </span>
      </div>
    </>
  )
}

type CopyProps = { copies: BackupCopies; when: When }

function LastCopy({ copies: { folder, newestAt, failure }, when }: CopyProps) {
  if (failure) {
    return (
      <Alert>
        {`Backups have not been copied to ${folder} since ${when(failure.at)}: ${failure.because}. Retrying every ten minutes.`}
      </Alert>
    )
  }
  if (!newestAt) return <p className="status-line">Each backup is copied to {folder}.</p>
  return (
    <p className="status-line tone--good">
      <CircleCheck size={18} aria-hidden />
      Copied to {folder}: the backup of {when(newestAt)}
    </p>
  )
}
