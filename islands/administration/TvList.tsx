import type { TvDevice } from '#domain/display/tv-device'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TvRow } from './TvRow.tsx'
import type { createTvDevicesModel, NewLink, Problem } from './tv-devices-model.ts'

type Model = ReturnType<typeof createTvDevicesModel>
type Props = {
  devices: TvDevice[] | null
  busy: ReadonlySet<unknown>
  problem: Problem | null
  link: NewLink | null
  desk: Pick<Model, 'load' | 'rename' | 'rotate' | 'revoke' | 'hideLink'>
}

export function TvList({ devices, busy, problem, link, desk }: Props) {
  if (!devices && problem?.at === 'list') {
    return (
      <div className="manage-display__failed">
        <Alert>{problem.sentence}</Alert>
        <Button onClick={desk.load}>Try again</Button>
      </div>
    )
  }
  if (!devices) return <p className="manage-display__loading">Loading TVs...</p>
  if (devices.length === 0) return <EmptyState words="No TVs yet" hint="Connect one below." />
  return (
    <>
      <ul className="tv-rows" aria-label="TVs">
        {devices.map(device => (
          <TvRow
            key={device.id}
            device={device}
            isBusy={busy.has(device.id)}
            problem={problem?.at === device.id ? problem.sentence : null}
            newUrl={link?.deviceId === device.id ? link.url : null}
            onRename={name => desk.rename(device, name)}
            onRotate={() => desk.rotate(device)}
            onRevoke={() => desk.revoke(device)}
            onHideLink={desk.hideLink}
          />
        ))}
      </ul>
      <p className="manage-display__hint">A new link, or Revoke, stops the old link at once.</p>
    </>
  )
}
