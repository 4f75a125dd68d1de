import { Download, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Backup, formatBytes, getDeletionProblem } from '#domain/backups/backups'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCounts, formatWhenFromName, KIND_LABELS, type When } from './backup-texts.ts'
import '../ui/badge.css'

const INITIAL_COUNT = 5

type Props = {
  backups: Backup[]
  isBusy: boolean
  busyNames: ReadonlySet<string>
  when: When
  onRestore(backup: Backup): void
  onDelete(backup: Backup): void
}

export function BackupList({ backups, isBusy, busyNames, ...row }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? backups : backups.slice(0, INITIAL_COUNT)

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
            {...row}
          />
        ))}
      </ul>
      {backups.length > shown.length && (
        <Button className="backups__all" onClick={() => setShowsAll(true)}>
          Show all {backups.length}
        </Button>
      )}
    </>
  )
}

type RowProps = Pick<Props, 'isBusy' | 'when' | 'onRestore' | 'onDelete'> & {
  backup: Backup
  deleteDisabledReason: string | null
}

function BackupRow({ backup, isBusy, deleteDisabledReason, when, ...on }: RowProps) {
  const { name, kind, bytes, contents } = backup
  const time = contents ? when(contents.madeAt) : formatWhenFromName(name)

  return (
    <li className="card-row row backup-row" aria-busy={isBusy}>
      <div className="backup-row__text row">
        <strong className="breakable">{time[0]?.toUpperCase() + time.slice(1)}</strong>
        <span className="badge badge--completed">{KIND_LABELS[kind]}</span>
        <span className="backup-row__details soft">
          {contents ? formatCounts(contents.counts) : 'This file is damaged'} · {formatBytes(bytes)}
        </span>
      </div>
      <fieldset className="row-actions" aria-label={time}>
        <a className="button" href={`/api/backups/${name}/file`} download>
          <Download size={16} aria-hidden />
          Download
        </a>
        <Button disabled={isBusy || !contents} onClick={() => on.onRestore(backup)}>
          <History size={16} aria-hidden />
          Restore
        </Button>
        <ConfirmButton
          label="Delete"
          icon={<Trash2 size={16} aria-hidden />}
          disabledReason={isBusy ? '' : deleteDisabledReason}
          onConfirm={() => on.onDelete(backup)}
        />
      </fieldset>
    </li>
  )
}
