import { useSignals } from '@preact/signals-react/runtime'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { type BackupFailure, type BackupStatus, findNewestIntact } from '#domain/backups/backups'
import { useWatch } from '../data/use-watch.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BackupList } from './BackupList.tsx'
import { formatWhen } from './backup-texts.ts'
import { createBackupsModel } from './backups-model.ts'
import { LastBackup } from './LastBackup.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

type Props = { backups: BackupStatus; now: string; timeZone: string }

/** The clinic's backups, for administrators. */
export default function BackupsCard(first: Props) {
  useSignals()
  const [desk] = useState(() => createBackupsModel(first))
  useWatch(desk)
  const { backups, work, failure, unavailable } = desk.state.data.value
  const clock = { now: desk.now.value, timeZone: first.timeZone }
  const isBusy = work.step !== 'idle' || desk.isAsking.value
  const asked = desk.restoreOf.value

  if (unavailable) {
    return (
      <Card title="Backups">
        <EmptyState words={unavailable} />
      </Card>
    )
  }
  return (
    <Card
      title="Backups"
      className="backups"
      aside={
        <Button className="backups__now" disabled={isBusy} onClick={desk.backUp}>
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
      <LastBackup newest={findNewestIntact(backups)} work={work} {...clock} />
      <BackupList
        backups={backups}
        isBusy={isBusy}
        deleting={desk.deleting.value}
        onRestore={backup => (desk.restoreOf.value = backup)}
        onDelete={desk.remove}
        {...clock}
      />
      <p className="backups__about">
        One is made every night at 03:00, or when the computer is switched on again. Kept are seven
        days, four weeks and the last ten made by hand. They lie on this computer: download one to a
        USB stick now and then.
      </p>
      {asked && (
        <RestoreDialog
          backup={asked}
          onRestore={password => desk.restore(asked, password)}
          onClose={() => (desk.restoreOf.value = null)}
          {...clock}
        />
      )}
    </Card>
  )
}

const FAILURE_HINTS: Record<BackupFailure['what'], string> = {
  backup: '',
  'nightly backup': ' It is tried again every hour.',
  restore: ' Nothing was changed.',
}

type Clock = { now: string; timeZone: string }

function formatFailure({ what, at, because }: BackupFailure, { now, timeZone }: Clock) {
  const when = formatWhen(at, now, timeZone)
  return `Last ${what} failed ${when}: ${because}.${FAILURE_HINTS[what]}`
}
