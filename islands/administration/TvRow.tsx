import { Circle, CircleCheck, Link, Pencil, Save, Unplug } from 'lucide-react'
import {
  isConnected,
  lastSeen,
  REVOKE_CONFIRM_REVERTS_AFTER_MS,
  TV_NAME_MAX,
  type TvDevice,
} from '#clinic/tv-device'
import { serverNow } from '../data/server-clock.ts'
import { Alert } from '../parts/Alert.tsx'
import { Button } from '../parts/Button.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { useRename } from '../parts/use-rename.ts'
import { TvLink } from './TvLink.tsx'

type Props = {
  device: TvDevice
  isBusy: boolean
  problem: string | null
  /** Its link, while that is new. */
  newUrl: string | null
  onRename(name: string): Promise<boolean>
  onRotate(): void
  onRevoke(): void
  onHideLink(): void
}

export function TvRow({ device, isBusy, problem, newUrl, ...on }: Props) {
  const { draft, edit, save, field, editButton } = useRename(device.name, on.onRename)
  const nameId = `tv-name-${device.id}`
  const disabledBecause = isBusy ? '' : null

  return (
    <li className="tv-row" aria-busy={isBusy}>
      <div className="tv-row__who">
        {draft === null ? (
          <h3 id={nameId} className="tv-row__name">
            {device.name}
          </h3>
        ) : (
          <input className="input" aria-label="TV name" maxLength={TV_NAME_MAX} {...field} />
        )}
        <Seen device={device} />
      </div>
      <div className="row-actions">
        {draft === null ? (
          <Button
            key="rename"
            ref={editButton}
            aria-describedby={nameId}
            disabled={isBusy}
            onClick={edit}
          >
            <Pencil size={16} aria-hidden />
            Rename
          </Button>
        ) : (
          // Its press must not take the focus first: leaving the field saves as well.
          <Button
            key="save"
            look="primary"
            onMouseDown={event => event.preventDefault()}
            onClick={save}
          >
            <Save size={16} aria-hidden />
            Save
          </Button>
        )}
        <ConfirmButton
          label="New link"
          icon={<Link size={16} aria-hidden />}
          revertsAfterMs={REVOKE_CONFIRM_REVERTS_AFTER_MS}
          disabledBecause={disabledBecause}
          describedBy={nameId}
          onConfirm={on.onRotate}
        />
        <ConfirmButton
          label="Revoke"
          icon={<Unplug size={16} aria-hidden />}
          revertsAfterMs={REVOKE_CONFIRM_REVERTS_AFTER_MS}
          disabledBecause={disabledBecause}
          describedBy={nameId}
          onConfirm={on.onRevoke}
        />
      </div>
      {problem && <Alert>{problem}</Alert>}
      {newUrl && <TvLink name={device.name} url={newUrl} onHide={on.onHideLink} />}
    </li>
  )
}

function Seen({ device }: { device: TvDevice }) {
  const now = serverNow()
  const isOn = isConnected(device, now)
  const Icon = isOn ? CircleCheck : Circle
  return (
    <span className={`badge badge--${isOn ? 'called' : 'completed'}`}>
      <Icon size={14} aria-hidden />
      {lastSeen(device, now)}
    </span>
  )
}
