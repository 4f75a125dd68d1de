import { useSignals } from '@preact/signals-react/runtime'
import {
  BellRing,
  Circle,
  CircleCheck,
  CircleOff,
  Link,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Unplug,
} from 'lucide-react'
import { useState } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import {
  formatState,
  formatTvDay,
  type Heartbeat,
  type TvDay,
  type TvStatus,
} from '#domain/display/tv-report'
import { SHORT_NAME_MAX } from '#domain/names'
import type { Room } from '#domain/rooms/room'
import { formatSpan } from '#domain/time'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { RenameButton } from '../ui/buttons/RenameButton.tsx'
import { type Rename, useRename } from '../ui/hooks/use-rename.ts'
import { DisplayForm } from './DisplayForm.tsx'
import { createDisplayWrites } from './display-writes.ts'
import { TvLink } from './TvLink.tsx'
import '../ui/badge.css'

export type Display = TvDevice & TvStatus & { today: TvDay }

type Props = {
  display: Display
  rooms: Room[]
  initialDisplay: InitialDisplay
  now: string
}

const BADGES = {
  on: { Icon: CircleCheck, color: 'called' },
  silent: { Icon: CircleOff, color: 'requeue' },
  new: { Icon: Circle, color: 'completed' },
}
/** Only the TV itself shows whether it did what it was asked. */
const COMMANDS = [
  { command: 'identify', label: 'Identify', Icon: Search, text: 'to show its name' },
  { command: 'chime', label: 'Chime', Icon: BellRing, text: 'to play its sound' },
  { command: 'reload', label: 'Reload', Icon: RefreshCw, text: 'to reload its page' },
] as const
/** The Date header has whole seconds, and a call is announced for 30 s. */
const MAX_SKEW_MS = 10_000

export function DisplayCard({ display, rooms, initialDisplay, now }: Props) {
  useSignals()
  const { id, name } = display
  const [writes] = useState(() => createDisplayWrites(id))
  const rename = useRename(name, { onRename: writes.rename })
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const { Icon, color } = BADGES[display.state]
  const isBusy = writes.isBusy()

  async function save(options: TvOptions) {
    if (await writes.save(display, options)) setOpen(false)
  }

  return (
    <li className="card display-card" aria-busy={isBusy}>
      <div className="display-card__head">
        {rename.draft === null ? (
          <h2 className="display-card__name">{name}</h2>
        ) : (
          <input
            className="input display-card__rename"
            aria-label="TV name"
            maxLength={SHORT_NAME_MAX}
            {...rename.field}
          />
        )}
        <span className={`badge badge--${color}`}>
          <Icon size={14} aria-hidden />
          {formatState(display, now)}
        </span>
        <fieldset className="display-card__actions" aria-label={name}>
          {COMMANDS.map(({ command, label, Icon, text }) => (
            <Button
              key={command}
              disabled={isBusy}
              onClick={() => writes.command(display, command, text)}
            >
              <Icon size={16} aria-hidden />
              {label}
            </Button>
          ))}
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal size={16} aria-hidden />
            Change
          </Button>
        </fieldset>
      </div>
      <p className="display-card__facts">
        {listFacts(display, rooms).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {describeTrouble(display.heartbeat).map(sentence => (
        <Alert key={sentence}>{sentence}</Alert>
      ))}
      {url && <TvLink {...{ name, url }} onHide={() => setUrl(null)} />}
      {isOpen && (
        <div className="display-card__change">
          <LinkActions {...{ display, writes, rename, isBusy }} onLink={setUrl} />
          <DisplayForm
            {...{ rooms, initialDisplay, isBusy }}
            saved={display.options}
            onSave={save}
            onCancel={() => setOpen(false)}
          />
        </div>
      )}
    </li>
  )
}

type LinkProps = {
  display: Display
  writes: ReturnType<typeof createDisplayWrites>
  rename: Rename
  isBusy: boolean
  onLink(url: string | null): void
}

function LinkActions({ display, writes, rename, isBusy, onLink }: LinkProps) {
  const disabledReason = isBusy ? '' : null
  return (
    <div className="row-actions">
      <RenameButton rename={rename} label="Rename" disabled={isBusy} />
      <ConfirmButton
        label="New link"
        icon={<Link size={16} aria-hidden />}
        disabledReason={disabledReason}
        onConfirm={() => void writes.rotate().then(onLink)}
      />
      <ConfirmButton
        label="Revoke"
        icon={<Unplug size={16} aria-hidden />}
        disabledReason={disabledReason}
        onConfirm={() => writes.revoke(display)}
      />
      <span className="soft">New link and Revoke stop the old link immediately.</span>
    </div>
  )
}

function listFacts({ options, heartbeat, today }: Display, rooms: Room[]) {
  const names = rooms.filter(({ id }) => options.rooms.includes(id)).map(({ name }) => name)
  return [
    options.rooms.length === 0 ? 'All rooms' : names.join(', ') || 'Its rooms no longer exist',
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
  return [
    audio === 'blocked' && 'Its sound is blocked. Press OK on the remote of this TV once.',
    skewMs > MAX_SKEW_MS &&
      `Its clock is ${formatSpan(skewMs)} ${clockSkewMs < 0 ? 'behind' : 'ahead'}. Calls are not affected.`,
    lastError && `It reported an error: ${lastError}`,
  ].filter(sentence => typeof sentence === 'string')
}
