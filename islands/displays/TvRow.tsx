import { Link, Unplug } from 'lucide-react'
import { formatLastSeen, isConnected, type TvDevice } from '#domain/display/tv-device'
import { SHORT_NAME_MAX } from '#domain/names'
import { api, unwrap } from '../data/api.ts'
import { serverNow } from '../data/server-clock.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { RenameButton } from '../ui/buttons/RenameButton.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { useTvWrites } from './use-tv-writes.ts'

type Props = {
  device: TvDevice
  newUrl: string | null
  onLink(url: string | null): void
  onNotice(notice: string): void
}

export function TvRow({ device, newUrl, onLink, onNotice }: Props) {
  const { id, name } = device
  const { isBusy, problem, write } = useTvWrites(() => onNotice(''))
  const rename = useRename(name, { onRename: save })
  const nameId = `tv-name-${id}`
  const now = serverNow()
  const route = api['tv-devices'][':id']
  const param = { id: String(id) }
  const confirmProps = { disabledReason: isBusy ? '' : null, describedBy: nameId }

  async function save(name: string) {
    const path = { param, json: { name } }
    const saved = await write('Failed to rename the TV.', headers =>
      unwrap(route.$put(path, headers)),
    )
    return saved !== null
  }

  async function rotate() {
    const created = await write('Failed to create a new link.', headers =>
      unwrap(route.rotate.$post({ param }, headers)),
    )
    if (created) onLink(created.url)
  }

  async function revoke() {
    const revoked = await write('Failed to revoke the TV.', headers =>
      unwrap(route.$delete({ param }, headers)),
    )
    if (revoked) onNotice(`${name} was revoked and no longer shows anything.`)
  }

  return (
    <li className="tv-row" aria-busy={isBusy}>
      <div className="tv-row__identity">
        {rename.draft === null ? (
          <h3 id={nameId} className="tv-row__name">
            {name}
          </h3>
        ) : (
          <input
            className="input"
            aria-label="TV name"
            maxLength={SHORT_NAME_MAX}
            {...rename.field}
          />
        )}
        <ActiveBadge isActive={isConnected(device, now)} label={formatLastSeen(device, now)} />
      </div>
      <div className="row-actions">
        <RenameButton rename={rename} label="Rename" disabled={isBusy} describedBy={nameId} />
        <ConfirmButton
          label="New link"
          icon={<Link size={16} aria-hidden />}
          {...confirmProps}
          onConfirm={rotate}
        />
        <ConfirmButton
          label="Revoke"
          icon={<Unplug size={16} aria-hidden />}
          {...confirmProps}
          onConfirm={revoke}
        />
      </div>
      {problem && <Alert>{problem}</Alert>}
      {newUrl && <NewLink name={name} url={newUrl} onHide={() => onLink(null)} />}
    </li>
  )
}

type LinkProps = { name: string; url: string; onHide(): void }

function NewLink({ name, url, onHide }: LinkProps) {
  return (
    <section className="tv-link" aria-label={`Link for ${name}`}>
      <QrCode text={url} label={`QR code of the link for ${name}`} />
      <div className="tv-link__text">
        <p>
          Open the link on the TV, or scan the code with the TV.{' '}
          <strong>This link is shown only once.</strong>
        </p>
        <AddressProblem url={url} />
        <CopyField label="Link" value={url} copyLabel="Copy link" onHide={onHide} />
      </div>
    </section>
  )
}
