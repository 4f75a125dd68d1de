import {
  BellRing,
  Circle,
  CircleCheck,
  CircleOff,
  RefreshCw,
  Search,
  SlidersHorizontal,
  TicketPlus,
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
import type { TvCommand } from '#domain/events'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { formatDuration, formatSpan, MINUTE_MS } from '#domain/time'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { DisplayForm } from './DisplayForm.tsx'
import { DeviceHead, useDevice } from './device.tsx'

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
  { command: 'identify', label: 'Identify', Icon: Search, text: 'will show its name' },
  { command: 'chime', label: 'Chime', Icon: BellRing, text: 'will play its sound' },
  { command: 'reload', label: 'Reload', Icon: RefreshCw, text: 'will reload its page' },
] as const
/** Clock difference from which we warn: above the Date header's 1 s, below a call's 30 s. */
const MAX_SKEW_MS = 10_000

const LiveTv = onDemand(() => import('./TvPicture.tsx').then(loaded => loaded.LiveTv))

export function DisplayCard({ display, rooms, queues, initialDisplay, now }: Props) {
  const { name } = display
  const { route, path, keys, mutate, isBusy, ...device } = useDevice(display)
  const [isOpen, setOpen] = useState(false)

  async function save(json: Partial<TvOptions>) {
    const saved = await mutate({
      keys,
      done: ['Settings saved successfully', name],
      failed: 'Failed to save settings',
      send: () => route.$patch({ ...path, json }),
    })
    if (saved) setOpen(false)
  }

  const command = (command: TvCommand, text: string) =>
    mutate({
      keys,
      done: [`${name} ${text}`],
      failed: 'Failed to reach the TV.',
      send: () =>
        route[':command{identify|chime|reload}'].$post({ param: { ...path.param, command } }),
    })

  const items = [
    { label: 'Change', icon: <SlidersHorizontal size={16} />, onSelect: () => setOpen(true) },
    ...COMMANDS.map(one => ({
      label: one.label,
      icon: <one.Icon size={16} />,
      onSelect: () => command(one.command, one.text),
    })),
    ...device.items,
  ]
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
      <DeviceHead device={display} rename={device.rename} {...{ items, isBusy }}>
        <StateBadge display={display} now={now} />
      </DeviceHead>
      <p className="display-card__facts soft small">
        {listFacts(display, [rooms, queues]).join(' · ')}
      </p>
      {describeTrouble(display.heartbeat).map(sentence => (
        <Alert key={sentence}>{sentence}</Alert>
      ))}
      {device.link}
      {isOpen && (
        <DisplayForm
          {...{ rooms, queues, initialDisplay, isBusy }}
          saved={display.options}
          onSave={save}
          onCancel={() => setOpen(false)}
        />
      )}
      {device.dialog}
    </li>
  )
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
    audio === 'blocked' && "Sound is off. Press OK on this TV's remote once.",
    skewMs > MAX_SKEW_MS &&
      `Its clock is ${formatSpan(skewMs)} ${direction}. Calls are not affected.`,
    lastError && `It reported an error: ${lastError}`,
  ].filter(sentence => typeof sentence === 'string')
}

type KioskProps = { kiosk: Display; now: string }

export function KioskCard({ kiosk, now }: KioskProps) {
  const { isBusy, rename, items, link, dialog } = useDevice(kiosk)
  return (
    <li className="card display-card stack stack--medium display-card--kiosk" aria-busy={isBusy}>
      <DeviceHead device={kiosk} {...{ rename, items, isBusy }}>
        <span className="badge tone--in-progress">
          <TicketPlus size={14} aria-hidden />
          Kiosk
        </span>
      </DeviceHead>
      <p className="display-card__facts soft small">{formatLastSeen(kiosk.lastSeenAt, now)}</p>
      {link}
      {dialog}
    </li>
  )
}

function formatLastSeen(at: string | null, now: string) {
  if (at === null) return 'Not connected yet'
  const agoMs = Math.max(0, Date.parse(now) - Date.parse(at))
  return agoMs < 2 * MINUTE_MS ? 'Last seen just now' : `Last seen ${formatDuration(agoMs)} ago`
}
