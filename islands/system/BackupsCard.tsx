import { useSignals } from '@preact/signals-react/runtime'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { type BackupFailure, type BackupStatus, findNewestIntact } from '#domain/backups/backups'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { BackupCopy } from './BackupCopy.tsx'
import { BackupList } from './BackupList.tsx'
import { formatWhen } from './backup-texts.ts'
import { createBackupsModel } from './backups-model.ts'
import { LastBackup } from './LastBackup.tsx'
import { LastRestore } from './LastRestore.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import './BackupsCard.css'

type Props = { backups: BackupStatus; now: string; timeZone: string }

export default function BackupsCard(initial: Props) {
  useSignals()
  const [model] = useState(() => createBackupsModel(initial))
  useWatch(model)
  const { backups, work, failure, copies, restore, unavailable } = model.state.data.value
  const clock = { now: model.now.value, timeZone: initial.timeZone }
  const isBusy = work.step !== 'idle' || model.isStarting.value
  const restoreTarget = model.restoreTarget.value

  if (unavailable) {
    return (
      <Card title="Backups" className="section">
        <EmptyState message={unavailable} />
      </Card>
    )
  }
  return (
    <Card
      title="Backups"
      className="backups stack section"
      aside={
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
      {failure && <Alert>{formatFailure(failure, clock)}</Alert>}
      {restore && failure?.what !== 'restore' && <LastRestore restore={restore} {...clock} />}
      <LastBackup newest={findNewestIntact(backups)} work={work} {...clock} />
      {copies && <BackupCopy copies={copies} {...clock} />}
      <BackupList
        backups={backups}
        isBusy={isBusy}
        busyNames={model.busyNames.value}
        onRestore={backup => (model.restoreTarget.value = backup)}
        onDelete={model.remove}
        {...clock}
      />
      <p className="backups__description soft">
        A backup is made every night at 03:00, or when the computer is next switched on. The last
        seven daily, four weekly and ten manual backups are kept on this computer.
        {!copies && ' Download one to a USB stick from time to time.'}
      </p>
      {restoreTarget && (
        <RestoreDialog
          backup={restoreTarget}
          onRestore={password => model.restore(restoreTarget, password)}
          onClose={() => (model.restoreTarget.value = null)}
          {...clock}
        />
      )}
    </Card>
  )
}

const FAILURE_HINTS: Record<BackupFailure['what'], string> = {
  backup: '',
  'nightly backup': ' Retrying every hour.',
  restore: ' Nothing was changed.',
}

type Clock = { now: string; timeZone: string }

function formatFailure({ what, at, because }: BackupFailure, { now, timeZone }: Clock) {
  const when = formatWhen(at, now, timeZone)
  return `Last ${what} failed ${when}: ${because}.${FAILURE_HINTS[what]}`
}
