import { Component, type ReactNode, useEffect, useMemo } from 'react'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import type { MediaItem } from '#domain/media/media'
import { isEnabled, type Settings } from '#domain/settings-record'
import type { TimeZone } from '#domain/time'
import { rethrowLater } from '../data/timeout.ts'
import { linkScriptFonts } from '../ui/script-fonts.ts'
import type { Announcement } from './announcements/announcement-queue.ts'
import { type Area, getLayout, getLineHeight, type PanelSize } from './layout.ts'
import { MediaPanel } from './media/MediaPanel.tsx'
import type { PrayerState, WeatherState } from './model/external-data.ts'
import { ClinicHeader, getLogo } from './panels/ClinicHeader.tsx'
import { CallOverlay, CallPanel } from './panels/call/CallPanel.tsx'
import { HistoryPanel } from './panels/call/HistoryPanel.tsx'
import { ClockPanel } from './panels/information/ClockPanel.tsx'
import type { Marquee } from './panels/information/Marquee.tsx'
import { PrayerPanel } from './panels/information/PrayerPanel.tsx'
import { WeatherPanel } from './panels/information/WeatherPanel.tsx'
import { toCssVariables } from './stage-colors.ts'
import './Stage.css'

const RETRY_AFTER_MS = 60_000

export type StageData = {
  settings: Settings
  media: MediaItem[]
  current: TvPatient | null
  history: TvPatient[]
  options: TvOptions
  words: TvWords
  showing: Announcement
  prayer: PrayerState
  weatherState: WeatherState
  now: string
  timeZone: TimeZone
  /** The clinic's day, YYYY-MM-DD, or '' if all numbers belong to one day. */
  today: string
  isDemo: boolean
}
export type StageProps = StageData & {
  historyRows: number
  marquee?: typeof Marquee | undefined
  isPortrait: boolean
  hint?: string | null
  /** Draws everything above the line, instead of the usual panels. */
  drawParts?(line: Area): ReactNode
  queueTexts?: string[]
  /** HH:MM of the last contact, or null if the server is reachable. */
  staleSince: string | null
}

export function Stage(props: StageProps) {
  const { settings, showing, isPortrait, words, queueTexts = [] } = props
  const RunningMarquee = isEnabled(settings, 'enableMarquee') ? props.marquee : undefined
  const hasMarquee = RunningMarquee !== undefined
  const panel = getPanelSize(props)
  const line = getLineHeight(queueTexts, isPortrait)
  const layout = useMemo(
    () => getLayout({ isPortrait, hasMarquee, panel, line }),
    [isPortrait, hasMarquee, panel, line],
  )
  const colors = useMemo(() => toCssVariables(settings), [settings])

  useEffect(linkScriptFonts, [])

  return (
    <div className={`stage ${isPortrait ? 'stage--portrait' : ''}`} style={colors}>
      {props.drawParts ? props.drawParts(layout.line) : <Parts {...props} layout={layout} />}
      {queueTexts.length > 0 && (
        <section className="stage__part stage__line" style={layout.line}>
          {queueTexts.map(text => (
            <p key={text}>{text}</p>
          ))}
        </section>
      )}
      {RunningMarquee && (
        <ErrorBoundary>
          <RunningMarquee settings={settings} area={layout.marquee} />
        </ErrorBoundary>
      )}
      {props.hint && <p className="stage__hint">{props.hint}</p>}
      {showing?.phase === 'overlay' && (
        <CallOverlay call={showing.call} {...{ isPortrait, words, today: props.today }} />
      )}
      {props.staleSince !== null && (
        <p className="stage__stale" role="status">
          {translate(words, 'Reconnecting… as of {time}', { time: props.staleSince })}
        </p>
      )}
      {props.isDemo && <p className="stage__demo">DEMO</p>}
    </div>
  )
}

type PartsProps = StageProps & { layout: ReturnType<typeof getLayout> }

function Parts({ layout, ...props }: PartsProps) {
  const { settings, showing, now, timeZone, words, today } = props
  const content = getPanelContent(settings)
  const panelProps = { settings, words, now, timeZone }
  const called = showing?.call ?? props.current
  const earlier = props.history.filter(patient => patient.id !== showing?.call.patientId)
  const youtube = settings.dashboardMediaType === 'youtube' ? settings.youtubeUrl : ''
  return (
    <>
      <ErrorBoundary>
        <MediaPanel
          area={layout.media}
          items={props.media}
          youtube={youtube}
          clinicName={settings.clinicName}
          logo={getLogo(settings)}
          words={words}
        />
      </ErrorBoundary>
      <ErrorBoundary>
        <ClockPanel {...panelProps} area={layout.clock} />
      </ErrorBoundary>
      <ErrorBoundary>
        {content === 'prayer' && (
          <PrayerPanel {...panelProps} area={layout.panel} prayer={props.prayer} />
        )}
        {content === 'weather' && (
          <WeatherPanel {...panelProps} area={layout.panel} weatherState={props.weatherState} />
        )}
      </ErrorBoundary>
      <ClinicHeader settings={settings} area={layout.clinic} />
      <CallPanel
        {...{ settings, words, today }}
        area={layout.call}
        called={called}
        isBlinking={showing?.phase === 'blink'}
      />
      <HistoryPanel
        {...{ settings, words, today }}
        area={layout.history}
        patients={earlier.slice(0, props.historyRows)}
        rows={props.historyRows}
        isIdle={earlier.length === 0 && called === null}
      />
    </>
  )
}

function getPanelContent(settings: Settings) {
  if (isEnabled(settings, 'showPrayerTimes')) return 'prayer'
  return isEnabled(settings, 'showWeather') ? 'weather' : null
}

function getPanelSize({ settings, prayer, weatherState }: StageProps): PanelSize {
  const content = getPanelContent(settings)
  if (content === null) return 'none'
  const { state } = content === 'prayer' ? prayer : weatherState
  return state === 'failed' ? 'line' : 'full'
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false }
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  override componentDidCatch(cause: unknown) {
    rethrowLater(cause)
    this.timer = setTimeout(() => this.setState({ hasError: false }), RETRY_AFTER_MS)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return this.state.hasError ? null : this.props.children
  }
}
