import { useSignals } from '@preact/signals-react/runtime'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import type { Backup, BackupStatus } from '#domain/backups/backups'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { TableCard } from '../ui/table/Table.tsx'
import { BackupList } from './BackupList.tsx'
import { BackupState } from './BackupState.tsx'
import { formatCounts, formatWhen, formatWhenFromName } from './backup-texts.ts'
import { createBackupsModel } from './backups-model.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import './BackupsCard.css'
import type { TimeZone } from '#domain/time'

type Props = { backups: BackupStatus; now: string; timeZone: TimeZone }

export default function BackupsCard(initial: Props) {
  useSignals()
  const [model] = useState(() => createBackupsModel(initial))
  const [restored, setRestored] = useState<Backup | null>(null)
  const [dialog, ask] = useConfirm()
  useWatch(model)
  const status = model.state.data.value
  const { backups, work, copies, unavailable } = status
  const now = model.now.value
  const when = (instant: string) => formatWhen(instant, now, initial.timeZone)
  const busy = model.busy.value
  const isBusy = work.step !== 'idle' || busy.has('new')

  function askToDelete(backup: Backup) {
    const { name, contents } = backup
    ask({
      title: `Delete the backup of ${contents ? when(contents.madeAt) : formatWhenFromName(name)}?`,
      about: 'Nothing of the running clinic changes. This state can no longer be restored:',
      losses: [contents ? formatCounts(contents.counts) : 'A file that is damaged'],
      action: 'Delete backup',
      onConfirm: () => model.remove(backup),
    })
  }

  if (unavailable) {
    return (
      <TableCard title="Backups" className="section">
        <EmptyState message={unavailable} />
      </TableCard>
    )
  }
  return (
    <TableCard
      title="Backups"
      className="backups section"
      tools={
        <Button className="backups__now" disabled={isBusy} onClick={model.backUp}>
          {work.step === 'backing-up' ? (
            <span className="spinner" aria-hidden />
          ) : (
            <DatabaseBackup size={18} aria-hidden />
          )}
          {work.step === 'backing-up' ? 'Backing Up...' : 'Back Up Now'}
        </Button>
      }
    >
      <div className="backups__state stack stack--tight">
        <BackupState {...{ status, now, when }} />
      </div>
      <BackupList
        {...{ backups, isBusy, when }}
        busyNames={busy}
        onRestore={setRestored}
        onDelete={askToDelete}
      />
      <p className="backups__description soft small small--tight">
        A backup is made every night at 03:00, or when the computer is next switched on. The last
        seven daily, four weekly and ten manual backups are kept on this computer.
        {!copies && ' Download one to a USB stick from time to time.'}
      </p>
      {restored && (
        <RestoreDialog
          backup={restored}
          when={when}
          onRestore={model.restore}
          onClose={() => setRestored(null)}
        />
      )}
      {dialog}
    </TableCard>
  )
}
