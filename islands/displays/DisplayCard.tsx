import {
  BellRing,
  Circle,
  CircleCheck,
  CircleOff,
  RefreshCw,
  Search,
  SlidersHorizontal,
} from 'lucide-react'
import { useState } from 'react'
import type { TvOptions } from '#domain/display/tv-options'
import { formatState, formatTvDay, type Heartbeat } from '#domain/display/tv-report'
import type { TvCommand } from '#domain/events'
import type { InitialDisplay } from '../tv/display.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { DisplayForm } from './DisplayForm.tsx'
import type { Display, TvRoom } from './displays-model.ts'
import '../ui/badge.css'
import '../ui/Card.css'

type Props = {
  display: Display
  rooms: TvRoom[]
  initialDisplay: InitialDisplay
  now: string
  isBusy: boolean
  onCommand(command: TvCommand): void
  onSave(options: TvOptions): Promise<boolean>
}

const BADGES = {
  on: { Icon: CircleCheck, color: 'called' },
  silent: { Icon: CircleOff, color: 'requeue' },
  new: { Icon: Circle, color: 'completed' },
}
/** The Date header has whole seconds, and a call is announced for 30 s. */
const MAX_SKEW_MS = 10_000

export function DisplayCard(props: Props) {
  const { display, isBusy, onCommand } = props
  const [isOpen, setOpen] = useState(false)
  const { Icon, color } = BADGES[display.state]
  return (
    <li className="card display-card" aria-busy={isBusy}>
      <div className="display-card__head">
        <h2 className="display-card__name">{display.name}</h2>
        <span className={`badge badge--${color}`}>
          <Icon size={14} aria-hidden />
          {formatState(display, props.now)}
        </span>
        <fieldset className="display-card__actions" aria-label={display.name}>
          <Button disabled={isBusy} onClick={() => onCommand('identify')}>
            <Search size={16} aria-hidden />
            Identify
          </Button>
          <Button disabled={isBusy} onClick={() => onCommand('chime')}>
            <BellRing size={16} aria-hidden />
            Chime
          </Button>
          <Button disabled={isBusy} onClick={() => onCommand('reload')}>
            <RefreshCw size={16} aria-hidden />
            Reload
          </Button>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal size={16} aria-hidden />
            Change
          </Button>
        </fieldset>
      </div>
      <p className="display-card__facts">
        {listFacts(display, props.rooms).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {describeTrouble(display.heartbeat).map(sentence => (
        <Alert key={sentence}>{sentence}</Alert>
      ))}
      {isOpen && <DisplayForm {...props} onClose={() => setOpen(false)} />}
    </li>
  )
}

function listFacts({ options, heartbeat, today }: Display, rooms: TvRoom[]) {
  const calls = formatTvDay(today)
  const names = rooms.filter(({ id }) => options.rooms.includes(id)).map(({ name }) => name)
  return [
    options.rooms.length === 0 ? 'All rooms' : names.join(', ') || 'Its rooms no longer exist',
    ...(options.names === 'full' ? [] : [options.names === 'number' ? 'Numbers only' : 'Initials']),
    ...(options.hasSound ? [] : ['No sound']),
    ...(options.hasVoice ? [] : ['No voice']),
    ...(calls ? [calls] : []),
    ...(heartbeat ? [`${heartbeat.viewport.width} x ${heartbeat.viewport.height}`] : []),
  ]
}

function describeTrouble(heartbeat: Heartbeat | null) {
  if (!heartbeat) return []
  const { audio, clockSkewMs, lastError } = heartbeat
  return [
    ...(audio === 'blocked'
      ? ['Its sound is blocked. Press OK on the remote of this TV once.']
      : []),
    ...(Math.abs(clockSkewMs) > MAX_SKEW_MS
      ? [
          `Its clock is wrong by ${Math.round(Math.abs(clockSkewMs) / 1000)} s. Calls are not affected.`,
        ]
      : []),
    ...(lastError ? [`It reported an error: ${lastError}`] : []),
  ]
}
