import { useSignals } from '@preact/signals-react/runtime'
import { DatabaseBackup, Download, History, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type Backup,
  type BackupStatus,
  formatBytes,
  getDeletionProblem,
} from '#domain/backups/backups'
import type { TimeZone } from '#domain/time'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { useResource } from '../data/resource.ts'
import { createTicker } from '../data/server-clock.ts'
import { toast } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import { BackupState } from './BackupState.tsx'
import { formatCounts, formatWhen, formatWhenFromName, KIND_LABELS } from './backup-texts.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

const TICK_MS = 60_000
const INITIAL_COUNT = 5
const DAMAGED = 'This file is damaged'
const ICON = { size: 16, 'aria-hidden': true }

type Props = { backups: BackupStatus; now: string; timeZone: TimeZone }

export default function BackupsCard({ timeZone, ...initial }: Props) {
  const { status, now, busy, mutate, backUp } = useBackups(initial)
  const [restored, setRestored] = useState<Backup | null>(null)
  const [dialog, ask] = useConfirm()
  const { backups, work, copies, unavailable } = status
  const when = (instant: string) => formatWhen(instant, now, timeZone)

  function askToDelete({ name, contents }: Backup) {
    ask({
      title: `Delete the backup of ${contents ? when(contents.madeAt) : formatWhenFromName(name)}?`,
      about: 'Current data is not affected. You will no longer be able to restore:',
      losses: [contents ? formatCounts(contents.counts) : 'A file that is damaged'],
      action: 'Delete backup',
      onConfirm: () =>
        mutate({
          keys: [name],
          done: ['Backup deleted'],
          failed: 'Failed to delete the backup.',
          send: () => api.backups[':name'].$delete({ param: { name } }),
        }),
    })
  }

  if (unavailable) {
    return (
      <TableCard title="Backups" className="section">
        <EmptyState message={unavailable} />
      </TableCard>
    )
  }
  const isBackingUp = work.step === 'backing-up'
  const isBusy = work.step !== 'idle' || busy.has('new')
  return (
    <TableCard
      title="Backups"
      className="backups section"
      tools={
        <Button className="backups__now" disabled={isBusy} onClick={backUp}>
          {isBackingUp ? (
            <span className="spinner" aria-hidden />
          ) : (
            <DatabaseBackup size={18} aria-hidden />
          )}
          {isBackingUp ? 'Backing up...' : 'Back up now'}
        </Button>
      }
    >
      <div className="backups__state stack stack--tight">
        <BackupState {...{ status, now, when }} />
      </div>
      <BackupList
        {...{ backups, when }}
        isBusy={({ name }) => isBusy || busy.has(name)}
        onRestore={setRestored}
        onDelete={askToDelete}
      />
      <p className="backups__description soft small small--tight">
        A backup is made every night at 03:00, or when the computer is next switched on. The last
        seven daily, four weekly and ten manual backups are kept on this computer.
        {!copies && ' Download one to a USB stick from time to time.'}
      </p>
      {restored && (
        <RestoreDialog {...{ when, mutate }} backup={restored} onClose={() => setRestored(null)} />
      )}
      {dialog}
    </TableCard>
  )
}

function useBackups(initial: Omit<Props, 'timeZone'>) {
  useSignals()
  const load = () => unwrap(api.backups.$get())
  const list = useResource<BackupStatus, string>('backups', load, initial.backups)
  const { items: status, busy, mutate, refetch } = list
  const [clock] = useState(() => createTicker(initial.now, TICK_MS))
  /** The status before the backup that was requested here, or null without a request. */
  const [before, setBefore] = useState<BackupStatus | null>(null)
  useWatch(clock)
  const isWorking = status.work.step !== 'idle'

  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(() => void refetch().catch(() => {}), STAFF_POLL_MS.backupWork)
    return () => clearInterval(timer)
  }, [isWorking, refetch])

  useEffect(() => {
    if (before === null || before === status || isWorking) return
    setBefore(null)
    if (status.failure === null) toast('Backup created')
  }, [before, status, isWorking])

  async function backUp() {
    const failed = 'Failed to start the backup.'
    const started = await mutate({ keys: ['new'], failed, send: () => api.backups.$post() })
    if (started) setBefore(status)
  }

  return { status, now: clock.now.value, busy, mutate, backUp }
}

type ListProps = {
  backups: Backup[]
  when(instant: string): string
  isBusy(backup: Backup): boolean
  onRestore(backup: Backup): void
  onDelete(backup: Backup): void
}

function BackupList({ backups, ...row }: ListProps) {
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

type RowProps = Omit<ListProps, 'backups'> & { backup: Backup; deletionProblem: string | null }

function BackupRow({ backup, deletionProblem, when, isBusy, onRestore, onDelete }: RowProps) {
  const { name, kind, bytes, contents } = backup
  const time = contents ? when(contents.madeAt) : formatWhenFromName(name)
  return (
    <TableRow
      name={time}
      isBusy={isBusy(backup)}
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
          onSelect: () => onRestore(backup),
        },
        {
          label: 'Delete',
          icon: <Trash2 {...ICON} />,
          disabledReason: deletionProblem,
          onSelect: () => onDelete(backup),
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
