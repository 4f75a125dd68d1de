import { History } from 'lucide-react'
import type { RestoreOutcome } from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { formatWhen, formatWhenFromName } from './backup-texts.ts'

type Props = { restore: RestoreOutcome; now: string; timeZone: string }

export function LastRestore({ restore, now, timeZone }: Props) {
  const file = restore.name.split(/[/\\]/).at(-1) ?? ''
  const backup = formatWhenFromName(file.replace(/\.db\.gz(\.age)?$/, ''))
  const when = formatWhen(restore.at, now, timeZone)
  if (restore.state === 'unchanged') {
    return (
      <Alert>
        The backup of {backup} was not restored ({when}): {restore.because}. Nothing was changed.
      </Alert>
    )
  }
  return (
    <p className="status-line" role="status">
      <History size={18} aria-hidden />
      Restored {when}: the backup of {backup}
    </p>
  )
}
