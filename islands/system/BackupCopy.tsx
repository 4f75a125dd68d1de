import { CircleCheck } from 'lucide-react'
import type { BackupCopies } from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { formatWhen } from './backup-texts.ts'

type Props = { copies: BackupCopies; now: string; timeZone: string }

/** Whether the newest backup is also off-site. */
export function BackupCopy({ copies: { folder, newestAt, failure }, now, timeZone }: Props) {
  if (failure) {
    const since = formatWhen(failure.at, now, timeZone)
    return (
      <Alert>
        {`Backups have not been copied to ${folder} since ${since}: ${failure.because}. Retrying every ten minutes.`}
      </Alert>
    )
  }
  if (!newestAt) return <p className="status-line">Each backup is copied to {folder}.</p>
  return (
    <p className="status-line tone--good">
      <CircleCheck size={18} aria-hidden />
      Copied to {folder}: the backup of {formatWhen(newestAt, now, timeZone)}
    </p>
  )
}
