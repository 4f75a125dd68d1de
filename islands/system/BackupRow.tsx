import { Download, History, Trash2 } from 'lucide-react'
import { type Backup, formatBytes } from '#domain/backups/backups'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { DELETE_CONFIRM_MS } from '../ui/buttons/confirm-timeouts.ts'
import { formatCounts, formatWhen, formatWhenFromName, KIND_LABELS } from './backup-texts.ts'
import '../ui/badge.css'

type Props = {
  backup: Backup
  isBusy: boolean
  deleteDisabledReason: string | null
  now: string
  timeZone: string
  onRestore(): void
  onDelete(): void
}

export function BackupRow({
  backup,
  isBusy,
  deleteDisabledReason,
  now,
  timeZone,
  onRestore,
  onDelete,
}: Props) {
  const { name, kind, bytes, contents } = backup
  const when = contents ? formatWhen(contents.madeAt, now, timeZone) : formatWhenFromName(name)

  return (
    <li className="card-row backup-row" aria-busy={isBusy}>
      <div className="backup-row__text">
        <strong className="breakable">{when[0]?.toUpperCase() + when.slice(1)}</strong>
        <span className="badge badge--completed">{KIND_LABELS[kind]}</span>
        <span className="backup-row__details soft">
          {contents ? formatCounts(contents.counts) : 'This file is damaged'} · {formatBytes(bytes)}
        </span>
      </div>
      <fieldset className="row-actions" aria-label={when}>
        <a className="button" href={`/api/backups/${name}/file`} download>
          <Download size={16} aria-hidden />
          Download
        </a>
        <Button disabled={isBusy || !contents} onClick={onRestore}>
          <History size={16} aria-hidden />
          Restore
        </Button>
        <ConfirmButton
          label="Delete"
          icon={<Trash2 size={16} aria-hidden />}
          timeoutMs={DELETE_CONFIRM_MS}
          disabledReason={isBusy ? '' : deleteDisabledReason}
          onConfirm={onDelete}
        />
      </fieldset>
    </li>
  )
}
