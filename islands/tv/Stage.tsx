import { type CSSProperties, useEffect, useMemo } from 'react'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import type { MediaItem } from '#domain/media/media'
import { formatRoom, getTvName } from '#domain/patients/patient'
import { isEnabled, type Settings } from '#domain/settings/settings-record'
import { getBackground } from '../ui/background.ts'
import type { Announcement } from './announcer.ts'
import type { PrayerState, WeatherState } from './connection/external-data.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { MediaPanel } from './media/MediaPanel.tsx'
import { CallOverlay } from './panels/CallOverlay.tsx'
import { CallPanel } from './panels/CallPanel.tsx'
import { ClinicHeader } from './panels/ClinicHeader.tsx'
import { ClockPanel } from './panels/ClockPanel.tsx'
import { HistoryPanel } from './panels/HistoryPanel.tsx'
import { MARQUEE_HEIGHT, Marquee } from './panels/Marquee.tsx'
import { PrayerPanel } from './panels/PrayerPanel.tsx'
import { WeatherPanel } from './panels/WeatherPanel.tsx'
import { linkScriptFonts } from './script-fonts.ts'
import './Stage.css'

export type StageData = {
  settings: Settings
  media: MediaItem[]
  current: TvPatient | null
  history: TvPatient[]
  options: TvOptions
  showing: Announcement
  prayer: PrayerState
  weatherState: WeatherState
  now: string
  timeZone: string
  isDemo: boolean
}
type Props = StageData & {
  historyRows: number
  /** Fills the whole screen: only there the marquee runs. */
  isFull: boolean
  hint?: string | null
  /** HH:MM of the last contact while the server is unreachable, else null. */
  staleSince: string | null
}

const BOTTOM_HEIGHT = 380
const SMALL_CLOCK_SHARE = 0.38

/** The TV's screen, 1920x1080. Its CSS and code use only what Chromium 53 supports. */
export function Stage(props: Props) {
  const { settings, showing, now, timeZone } = props
  const hasMarquee = props.isFull && isEnabled(settings, 'enableMarquee')
  const bottomHeight = BOTTOM_HEIGHT - (hasMarquee ? MARQUEE_HEIGHT : 0)
  const panel = getPanel(settings)
  const clockHeight = panel ? Math.round(bottomHeight * SMALL_CLOCK_SHARE) : bottomHeight
  const panelProps = { settings, now, timeZone, height: bottomHeight - clockHeight }
  const earlier = props.history.filter(patient => patient.id !== showing?.call.patientId)
  const youtube = settings.dashboardMediaType === 'youtube' ? (settings.youtubeUrl ?? '') : ''

  useEffect(linkScriptFonts, [])

  return (
    <div
      className={`stage ${hasMarquee ? 'stage--marquee' : ''}`}
      style={useMemo(() => toCssVariables(settings), [settings])}
    >
      <ErrorBoundary>
        <MediaPanel items={props.media} youtube={youtube} />
      </ErrorBoundary>
      <ClockPanel now={now} timeZone={timeZone} height={clockHeight} isSmall={panel !== null} />
      <ErrorBoundary>
        {panel === 'prayer' && <PrayerPanel {...panelProps} prayer={props.prayer} />}
        {panel === 'weather' && <WeatherPanel {...panelProps} weatherState={props.weatherState} />}
      </ErrorBoundary>
      <ClinicHeader settings={settings} />
      <CallPanel
        settings={settings}
        {...getShownCall(props)}
        isBlinking={showing?.phase === 'blink'}
      />
      <HistoryPanel
        settings={settings}
        patients={earlier.slice(0, props.historyRows)}
        rows={props.historyRows}
        height={bottomHeight}
      />
      {hasMarquee && (
        <ErrorBoundary>
          <Marquee settings={settings} />
        </ErrorBoundary>
      )}
      {props.hint && <p className="stage__hint">{props.hint}</p>}
      {showing?.phase === 'overlay' && <CallOverlay call={showing.call} />}
      {props.staleSince !== null && (
        <p className="stage__stale" role="status">
          Reconnecting… as of {props.staleSince}
        </p>
      )}
      {props.isDemo && <p className="stage__demo">DEMO</p>}
    </div>
  )
}

function getPanel(settings: Settings) {
  if (isEnabled(settings, 'showPrayerTimes')) return 'prayer'
  return isEnabled(settings, 'showWeather') ? 'weather' : null
}

function getShownCall({ showing, current }: Props) {
  if (showing) return { name: showing.call.name, room: showing.call.room }
  return { name: current ? getTvName(current) : 'N/A', room: formatRoom(current?.room ?? null) }
}

function toCssVariables(settings: Settings) {
  return {
    '--clinic-paint': getBackground(settings, 'headerBackground'),
    '--call-paint': getBackground(settings, 'callBackground'),
    '--call-edge': settings.callBorderColor,
    '--queue-paint': getBackground(settings, 'queueBackground'),
    '--queue-edge': settings.queueBorderColor,
    '--queue-highlight': settings.queueHighlightColor,
    '--item-paint': getBackground(settings, 'queueItemBackground'),
    '--prayer-paint': getBackground(settings, 'prayerTimesBackground'),
    '--prayer-highlight': settings.prayerTimesHighlightColor,
    '--weather-paint': getBackground(settings, 'weatherBackground'),
    '--overlay-paint': settings.modalBackgroundColor,
    '--overlay-edge': settings.modalBorderColor,
    '--overlay-ink': settings.modalTextColor,
  } as CSSProperties
}
