import { Download, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Backup, formatBytes, getDeletionProblem } from '#domain/backups/backups'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Cell, NameCell, Table } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import { formatCounts, formatWhenFromName, KIND_LABELS, type When } from './backup-texts.ts'

const INITIAL_COUNT = 5
const DAMAGED = 'This file is damaged'

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
      <Table
        label="Backup List"
        titles={['Backup', ['Kind', '150'], 'Contents', ['Size', '96']]}
        hasActions
        className="backups-table"
      >
        {shown.map(backup => (
          <BackupRow
            key={backup.name}
            backup={backup}
            isBusy={isBusy || busyNames.has(backup.name)}
            deletionProblem={getDeletionProblem(backup, backups)}
            {...row}
          />
        ))}
      </Table>
      {backups.length > shown.length && (
        <p className="backups__all">
          <Button onClick={() => setShowsAll(true)}>Show all {backups.length}</Button>
        </p>
      )}
    </>
  )
}

type RowProps = Pick<Props, 'isBusy' | 'when' | 'onRestore' | 'onDelete'> & {
  backup: Backup
  deletionProblem: string | null
}

const ICON = { size: 16, 'aria-hidden': true }

function BackupRow({ backup, isBusy, deletionProblem, when, ...on }: RowProps) {
  const { name, kind, bytes, contents } = backup
  const time = contents ? when(contents.madeAt) : formatWhenFromName(name)

  return (
    <TableRow
      name={time}
      isBusy={isBusy}
      actions={[
        {
          label: 'Download',
          icon: <Download {...ICON} />,
          href: `/api/backups/${name}/file`,
          isDownload: true,
        },
        {
          label: 'Restore',
          icon: <History {...ICON} />,
          disabledReason: contents ? null : DAMAGED,
          onSelect: () => on.onRestore(backup),
        },
        {
          label: 'Delete',
          icon: <Trash2 {...ICON} />,
          disabledReason: deletionProblem,
          onSelect: () => on.onDelete(backup),
        },
      ]}
    >
      <NameCell>{time[0]?.toUpperCase() + time.slice(1)}</NameCell>
      <Cell isAside>
        <span className="badge tone--completed">{KIND_LABELS[kind]}</span>
      </Cell>
      <Cell>{contents ? formatCounts(contents.counts) : DAMAGED}</Cell>
      <Cell>{formatBytes(bytes)}</Cell>
    </TableRow>
  )
}
