import type { CSSProperties } from 'react'
import type { MediaItem } from '#clinic/media'
import { nameOnTv, type Patient } from '#clinic/patient'
import { paint, type Settings } from '#clinic/settings'
import type { Showing } from './announcer.ts'
import { CallPanel } from './CallPanel.tsx'
import { ClockPanel } from './ClockPanel.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { MediaPanel } from './MediaPanel.tsx'
import { Overlay } from './Overlay.tsx'

type Props = {
  settings: Settings
  media: MediaItem[]
  current: Patient | null
  history: Patient[]
  historyRows: number
  showing: Showing
  now: string
  timeZone: string
  isDemo: boolean
}

/**
 * The waiting room's picture, 1920x1080: media and clock at the left, the call and who was called before
 * at the right. Its CSS (styles/tv.css) keeps to what the browsers of old TVs know.
 */
export function Stage(props: Props) {
  const { settings, current, history, showing } = props
  // While a call is announced its name stands in the panel too, even before the list was asked for.
  const shown = showing
    ? { name: showing.call.name, room: showing.call.room }
    : { name: current ? nameOnTv(current) : 'N/A', room: current?.windowName ?? '' }
  const before = history.filter(patient => patient.id !== showing?.call.patientId)

  return (
    <div className="stage" style={colours(settings)}>
      <MediaPanel items={props.media} />
      <ClockPanel now={props.now} timeZone={props.timeZone} />
      <header className="stage__clinic">{settings.clinicName}</header>
      <CallPanel {...shown} isBlinking={showing?.phase === 'blink'} />
      <HistoryPanel patients={before.slice(0, props.historyRows)} rows={props.historyRows} />
      {showing?.phase === 'overlay' && <Overlay call={showing.call} />}
      {props.isDemo && <p className="stage__demo">DEMO</p>}
    </div>
  )
}

/** The admin's colours, as custom properties; `paint` lets only colours and gradients through. */
function colours(settings: Settings) {
  return {
    '--clinic-paint': paint(settings, 'headerBackground'),
    '--clinic-ink': settings.clinicNameTextColor,
    '--calling-ink': settings.headerTextColor,
    '--call-paint': paint(settings, 'callBackground'),
    '--call-edge': settings.callBorderColor,
    '--call-ink': settings.callNameTextColor,
    '--room-ink': settings.windowTextColor,
    '--queue-paint': paint(settings, 'queueBackground'),
    '--queue-ink': settings.queueTextColor,
    '--queue-edge': settings.queueBorderColor,
    '--item-paint': paint(settings, 'queueItemBackground'),
    '--item-ink': settings.historyNameColor,
    '--overlay-paint': settings.modalBackgroundColor,
    '--overlay-edge': settings.modalBorderColor,
    '--overlay-ink': settings.modalTextColor,
  } as CSSProperties
}
