import { useState } from 'react'
import { type Backup, getDeletionProblem } from '#domain/backups/backups'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BackupRow } from './BackupRow.tsx'

const INITIAL_COUNT = 5

type Props = {
  backups: Backup[]
  isBusy: boolean
  busyNames: ReadonlySet<string>
  now: string
  timeZone: string
  onRestore(backup: Backup): void
  onDelete(backup: Backup): void
}

export function BackupList({ backups, isBusy, busyNames, onRestore, onDelete, ...clock }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? backups : backups.slice(0, INITIAL_COUNT)
  const hasMore = backups.length > shown.length

  if (backups.length === 0) {
    return (
      <EmptyState
        message="No backups yet"
        hint="The first one is made tonight. You can also make one now."
      />
    )
  }
  return (
    <>
      <ul aria-label="Backup List">
        {shown.map(backup => (
          <BackupRow
            key={backup.name}
            backup={backup}
            isBusy={isBusy || busyNames.has(backup.name)}
            deleteDisabledReason={getDeletionProblem(backup, backups)}
            onRestore={() => onRestore(backup)}
            onDelete={() => onDelete(backup)}
            {...clock}
          />
        ))}
      </ul>
      {hasMore && (
        <Button className="backups__all" onClick={() => setShowsAll(true)}>
          Show all {backups.length}
        </Button>
      )}
    </>
  )
}
