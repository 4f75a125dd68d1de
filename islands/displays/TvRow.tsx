import { Link, Unplug } from 'lucide-react'
import { formatLastSeen, isConnected, TV_NAME_MAX, type TvDevice } from '#domain/display/tv-device'
import { serverNow } from '../data/server-clock.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { DELETE_CONFIRM_MS } from '../ui/buttons/confirm-timeouts.ts'
import { RenameButton } from '../ui/buttons/RenameButton.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'
import { TvLink } from './TvLink.tsx'
import type { TvDevicesModel } from './tv-devices-model.ts'
import './TvRow.css'

type Props = {
  device: TvDevice
  isBusy: boolean
  problem: string | null
  newUrl: string | null
  model: TvDevicesModel
}

export function TvRow({ device, isBusy, problem, newUrl, model }: Props) {
  const rename = useRename(device.name, { onRename: name => model.rename(device, name) })
  const nameId = `tv-name-${device.id}`
  const disabledReason = isBusy ? '' : null
  const now = serverNow()

  return (
    <li className="tv-row" aria-busy={isBusy}>
      <div className="tv-row__identity">
        {rename.draft === null ? (
          <h3 id={nameId} className="tv-row__name">
            {device.name}
          </h3>
        ) : (
          <input className="input" aria-label="TV name" maxLength={TV_NAME_MAX} {...rename.field} />
        )}
        <ActiveBadge isActive={isConnected(device, now)} label={formatLastSeen(device, now)} />
      </div>
      <div className="row-actions">
        <RenameButton rename={rename} label="Rename" disabled={isBusy} describedBy={nameId} />
        <ConfirmButton
          label="New link"
          icon={<Link size={16} aria-hidden />}
          timeoutMs={DELETE_CONFIRM_MS}
          disabledReason={disabledReason}
          describedBy={nameId}
          onConfirm={() => model.rotate(device)}
        />
        <ConfirmButton
          label="Revoke"
          icon={<Unplug size={16} aria-hidden />}
          timeoutMs={DELETE_CONFIRM_MS}
          disabledReason={disabledReason}
          describedBy={nameId}
          onConfirm={() => model.revoke(device)}
        />
      </div>
      {problem && <Alert>{problem}</Alert>}
      {newUrl && <TvLink name={device.name} url={newUrl} onHide={model.hideLink} />}
    </li>
  )
}
