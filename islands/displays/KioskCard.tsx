import { TicketPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, MINUTE_MS } from '#domain/time'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'
import { DeviceHead } from './DeviceHead.tsx'
import type { Display } from './DisplayCard.tsx'
import { listDeviceActions } from './device-actions.tsx'
import { useDeviceWrites } from './device-writes.ts'
import { TvLink } from './TvLink.tsx'

type Props = { kiosk: Display; now: string }

export function KioskCard({ kiosk, now }: Props) {
  const { name } = kiosk
  const writes = useDeviceWrites(kiosk)
  const { isBusy } = writes
  const rename = useRename(name, { onRename: writes.rename })
  const [dialog, ask] = useConfirm()
  const [url, setUrl] = useState<string | null>(null)
  const items = listDeviceActions({
    device: kiosk,
    writes,
    ask,
    onRename: rename.edit,
    onLink: setUrl,
  })
  return (
    <li className="card display-card stack stack--medium display-card--kiosk" aria-busy={isBusy}>
      <DeviceHead device={kiosk} {...{ rename, items, isBusy }}>
        <span className="badge tone--in-progress">
          <TicketPlus size={14} aria-hidden />
          Kiosk
        </span>
      </DeviceHead>
      <p className="display-card__facts soft small">{formatLastSeen(kiosk.lastSeenAt, now)}</p>
      {url && <TvLink {...{ name, url }} kind="kiosk" onHide={() => setUrl(null)} />}
      {dialog}
    </li>
  )
}

function formatLastSeen(at: string | null, now: string) {
  if (at === null) return 'Not connected yet'
  const agoMs = Math.max(0, Date.parse(now) - Date.parse(at))
  return agoMs < 2 * MINUTE_MS ? 'Last seen just now' : `Last seen ${formatDuration(agoMs)} ago`
}
