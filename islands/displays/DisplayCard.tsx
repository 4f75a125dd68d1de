import {
  BellRing,
  Circle,
  CircleCheck,
  CircleOff,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Tv,
} from 'lucide-react'
import { useState } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import { showsAll, type TvOptions } from '#domain/display/tv-options'
import {
  formatState,
  formatTvDay,
  type Heartbeat,
  type TvDay,
  type TvStatus,
} from '#domain/display/tv-report'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { formatSpan } from '#domain/time'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { DeviceHead } from './DeviceHead.tsx'
import { DisplayForm } from './DisplayForm.tsx'
import { listDeviceActions } from './device-actions.tsx'
import { useDeviceWrites } from './device-writes.ts'
import { TvLink } from './TvLink.tsx'

export type Display = TvDevice & TvStatus & { today: TvDay }

type Props = {
  display: Display
  rooms: Room[]
  queues: ClinicQueue[]
  initialDisplay: InitialDisplay
  now: string
}

const BADGES = {
  on: { Icon: CircleCheck, color: 'called' },
  silent: { Icon: CircleOff, color: 'requeue' },
  new: { Icon: Circle, color: 'completed' },
}
/** Commands to a TV. Only the TV's screen shows whether a command worked. */
const COMMANDS = [
  { command: 'identify', label: 'Identify', Icon: Search, text: 'to show its name' },
  { command: 'chime', label: 'Chime', Icon: BellRing, text: 'to play its sound' },
  { command: 'reload', label: 'Reload', Icon: RefreshCw, text: 'to reload its page' },
] as const
/** Clock difference from which we warn: above the Date header's 1 s, below a call's 30 s. */
const MAX_SKEW_MS = 10_000

const LiveTv = onDemand(() => import('./LiveTv.tsx').then(loaded => loaded.LiveTv))

export function DisplayCard({ display, rooms, queues, initialDisplay, now }: Props) {
  const { name } = display
  const writes = useDeviceWrites(display)
  const { isBusy } = writes
  const rename = useRename(name, { onRename: writes.rename })
  const [dialog, ask] = useConfirm()
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState<string | null>(null)

  async function save(edits: Partial<TvOptions>) {
    if (await writes.save(edits)) setOpen(false)
  }

  const items = listActions({
    display,
    writes,
    ask,
    onChange: () => setOpen(true),
    onRename: rename.edit,
    onLink: setUrl,
  })
  return (
    <li
      className="card display-card stack stack--medium"
      data-state={display.state}
      aria-busy={isBusy}
    >
      {!isOpen && (
        <div className="preview-frame" role="img" aria-label={`What ${name} shows`}>
          {display.state === 'new' ? (
            <Tv size={48} aria-hidden />
          ) : (
            <LiveTv display={display} initialDisplay={initialDisplay} />
          )}
        </div>
      )}
      <DeviceHead device={display} {...{ rename, items, isBusy }}>
        <StateBadge display={display} now={now} />
      </DeviceHead>
      <p className="display-card__facts soft small">
        {listFacts(display, [rooms, queues]).join(' · ')}
      </p>
      {describeTrouble(display.heartbeat).map(sentence => (
        <Alert key={sentence}>{sentence}</Alert>
      ))}
      {url && <TvLink {...{ name, url }} onHide={() => setUrl(null)} />}
      {isOpen && (
        <DisplayForm
          {...{ rooms, queues, initialDisplay, isBusy }}
          saved={display.options}
          onSave={save}
          onCancel={() => setOpen(false)}
        />
      )}
      {dialog}
    </li>
  )
}

type Actions = Omit<Parameters<typeof listDeviceActions>[0], 'device'> & {
  display: Display
  onChange(): void
}

function listActions({ display, onChange, ...actions }: Actions): MenuItem[] {
  return [
    { label: 'Change', icon: <SlidersHorizontal size={16} />, onSelect: onChange },
    ...COMMANDS.map(({ command, label, Icon, text }) => ({
      label,
      icon: <Icon size={16} />,
      onSelect: () => actions.writes.command(command, text),
    })),
    ...listDeviceActions({ ...actions, device: display }),
  ]
}

function StateBadge({ display, now }: Pick<Props, 'display' | 'now'>) {
  const { Icon, color } = BADGES[display.state]
  return (
    <span className={`badge tone--${color}`}>
      <Icon size={14} aria-hidden />
      {formatState(display, now)}
    </span>
  )
}

type Named = { id: number; name: string; isActive: boolean }

function listFacts({ options, heartbeat, today }: Display, [rooms, queues]: [Named[], Named[]]) {
  const names = [
    ...rooms.filter(({ id }) => options.rooms.includes(id)),
    ...queues.filter(({ id }) => options.queues.includes(id)),
  ].map(({ name, isActive }) => (isActive ? name : `${name} (not active)`))
  const gone = options.queues.length > 0 ? 'Its rooms and queues' : 'Its rooms'
  return [
    showsAll(options) ? 'All rooms' : names.join(', ') || `${gone} no longer exist`,
    options.names === 'number' && 'Numbers only',
    options.names === 'initials' && 'Initials',
    !options.hasSound && 'No sound',
    !options.hasVoice && 'No voice',
    options.frameOrigin !== '' && `Inside ${options.frameOrigin}`,
    formatTvDay(today),
    heartbeat && `${heartbeat.viewport.width} x ${heartbeat.viewport.height}`,
  ].filter(fact => typeof fact === 'string')
}

function describeTrouble(heartbeat: Heartbeat | null) {
  if (!heartbeat) return []
  const { audio, clockSkewMs, lastError } = heartbeat
  const skewMs = Math.abs(clockSkewMs)
  const direction = clockSkewMs < 0 ? 'behind' : 'ahead'
  return [
    audio === 'blocked' && 'Its sound is blocked. Press OK on the remote of this TV once.',
    skewMs > MAX_SKEW_MS &&
      `Its clock is ${formatSpan(skewMs)} ${direction}. Calls are not affected.`,
    lastError && `It reported an error: ${lastError}`,
  ].filter(sentence => typeof sentence === 'string')
}
