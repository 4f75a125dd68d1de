import type { TvDevice } from '#domain/display/tv-device'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TvRow } from './TvRow.tsx'
import type { NewLink, Problem, TvDevicesModel } from './tv-devices-model.ts'

type Props = {
  devices: TvDevice[] | null
  busyPlaces: ReadonlySet<unknown>
  problem: Problem | null
  link: NewLink | null
  model: TvDevicesModel
}

export function TvList({ devices, busyPlaces, problem, link, model }: Props) {
  if (!devices && problem?.place === 'list') {
    return (
      <div className="manage-display__failed">
        <Alert>{problem.sentence}</Alert>
        <Button onClick={model.load}>Try again</Button>
      </div>
    )
  }
  if (!devices) return <p className="manage-display__loading">Loading TVs...</p>
  if (devices.length === 0) return <EmptyState message="No TVs yet" hint="Connect one below." />
  return (
    <>
      <ul aria-label="TVs">
        {devices.map(device => (
          <TvRow
            key={device.id}
            device={device}
            isBusy={busyPlaces.has(device.id)}
            problem={problem?.place === device.id ? problem.sentence : null}
            newUrl={link?.deviceId === device.id ? link.url : null}
            model={model}
          />
        ))}
      </ul>
      <p className="manage-display__hint">New link and Revoke stop the old link immediately.</p>
    </>
  )
}
