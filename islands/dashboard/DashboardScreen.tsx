import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Check, Maximize } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { getListName } from '#domain/patients/patient'
import type { Estimates } from '#domain/queue/estimates'
import type { ClinicNow, Stats, TvCounts } from '#domain/queue/lists'
import { pluralize } from '#domain/text'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { finishSignIn } from '../login/saved-qr.ts'
import { formatListLabel } from '../patients/dated-number.ts'
import { minutesWaited } from '../patients/waiting-time.ts'
import { createSpeakerOnDemand } from '../sound/speaker-on-demand.ts'
import { PREVIEW_HISTORY_ROWS, TV_HISTORY_ROWS } from '../stage/announcements/announcement-queue.ts'
import { createDisplay, type InitialDisplay } from '../stage/model/display-model.ts'
import { SESSION_SOURCE } from '../stage/model/session-source.ts'
import { ScaledStage } from '../stage/ScaledStage.tsx'
import { Stage } from '../stage/Stage.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { NumberChip } from '../ui/NumberChip.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { type Figure, SummaryCards } from '../ui/SummaryCards.tsx'
import { ClinicNowCard } from './ClinicNowCard.tsx'
import { WaitingBands } from './WaitingBands.tsx'
import './DashboardScreen.css'

const loadFullscreen = () => import('./FullscreenTv.tsx')

export default function DashboardScreen(initial: InitialData) {
  useSignals()
  const [dashboard] = useState(() => createDashboardModel(initial))
  const { stats, clock, display, enterFullscreen, leaveFullscreen } = dashboard
  useWatch(stats, clock, ...display.parts)
  const clinic = stats.data.value.now
  const now = clock.now.value
  // If loading fails, Escape still ends fullscreen.
  const loaded = useOnDemand(loadFullscreen, { isWanted: true, onFailure() {} })
  const isFullscreen = dashboard.isFullscreen.value

  useEffect(finishSignIn, [])

  useEffect(() => {
    document.body.dataset.tv = isFullscreen ? 'on' : 'off'
    if (!isFullscreen) return
    const onChange = () => !document.fullscreenElement && leaveFullscreen()
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && leaveFullscreen()
    document.addEventListener('fullscreenchange', onChange)
    addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      removeEventListener('keydown', onEscape)
    }
  }, [isFullscreen, leaveFullscreen])

  const data = display.data()
  const staleSince = display.staleSince()
  const stage = (historyRows: number) => (
    <ScaledStage>
      {isPortrait => (
        <Stage
          {...data}
          historyRows={historyRows}
          marquee={isFullscreen ? loaded?.Marquee : undefined}
          isPortrait={isPortrait}
          staleSince={staleSince}
        />
      )}
    </ScaledStage>
  )

  if (isFullscreen) {
    const full = stage(TV_HISTORY_ROWS)
    return loaded ? (
      <loaded.FullscreenTv onExit={leaveFullscreen}>{full}</loaded.FullscreenTv>
    ) : (
      <div className="fullscreen-tv">{full}</div>
    )
  }
  return (
    <>
      <PageHeader title="Dashboard">
        <Button autoFocus={isFullscreen === false} onClick={enterFullscreen}>
          <Maximize size={18} aria-hidden />
          Fullscreen TV Display
        </Button>
      </PageHeader>
      <SummaryCards isTall cards={toFigures(stats.data.value, now)} />
      <div className="dashboard__middle">
        <ClinicNowCard clinic={clinic} now={now} />
        <TvPreview tvs={clinic.tvs} onFull={enterFullscreen}>
          {stage(PREVIEW_HISTORY_ROWS)}
        </TvPreview>
      </div>
      <WaitingBands {...clinic} now={now} estimate={describeEstimate(clinic.estimates)} />
    </>
  )
}

type PreviewProps = { tvs: TvCounts; onFull(): void; children: ReactNode }

function TvPreview({ tvs, onFull, children }: PreviewProps) {
  return (
    <section className="tv-preview stack stack--tight frame">
      <header className="tv-preview__bar row">
        <h2 className="card__title">TV Display Preview</h2>
        <span className={`badge ${tvs.on > 0 ? 'tone--called' : 'tone--waiting'}`}>
          {tvs.on > 0 && <Check size={14} aria-hidden />}
          {pluralize(tvs.on, 'TV')} on
        </span>
        <Button className="tv-preview__full small push" onClick={onFull}>
          View Full Display
        </Button>
      </header>
      {tvs.silent[0] && <Alert>Silent TVs: {tvs.silent.join(', ')}</Alert>}
      <div className="preview-frame">{children}</div>
    </section>
  )
}

function toFigures({ now: clinic, ...stats }: DashboardStats, now: string): Figure[] {
  const { totalWaiting, totalCalled, totalCompleted, activeWindows, totalWindows } = stats
  const missed = stats.totalMissed > 0 ? `, ${stats.totalMissed} missed a call` : ''
  const noShow = stats.totalNoShow > 0 ? `, ${stats.totalNoShow} no-show` : ''
  return [
    { title: 'Waiting', value: totalWaiting, note: 'patients in queue' },
    { title: 'Called', value: totalCalled, note: 'patients being called' },
    { title: 'Completed', value: totalCompleted, note: `patients today${missed}${noShow}` },
    { title: 'Active Rooms', value: activeWindows, note: `out of ${totalWindows} total rooms` },
    toLongestWait(clinic, now),
  ]
}

function toLongestWait({ longestWait, limitMinutes }: DashboardStats['now'], now: string): Figure {
  if (!longestWait) return { title: 'Longest wait', value: '–', note: 'No patients waiting' }
  const minutes = minutesWaited(longestWait.since, now)
  return {
    title: 'min, longest wait',
    value: <span className={minutes > limitMinutes ? 'bad' : ''}>{minutes}</span>,
    note: (
      <span className="line breakable" translate="no">
        <NumberChip label={formatListLabel(longestWait)} state="waiting" isSmall />
        {getListName(longestWait)}
      </span>
    ),
  }
}

function describeEstimate({ general, coverage: { count, inside } }: Estimates) {
  if (general === null) return ''
  const { low, high } = general
  const range = low === 0 ? `up to ${high} min` : `about ${low} to ${high} min`
  return count > 0 ? `${range} (${inside} of ${count} correct today)` : range
}

type DashboardStats = Stats & {
  now: ClinicNow & { limitMinutes: number; tvs: TvCounts; estimates: Estimates }
}
type InitialData = InitialDisplay & { stats: DashboardStats }

const TICK_MS = 5_000

function createDashboardModel(initial: InitialData) {
  const stats = query('stats', () => unwrap(api.dashboard.stats.$get()), initial.stats, {
    every: STAFF_POLL_MS.stats,
  })
  /** Null until the user enters fullscreen for the first time. */
  const isFullscreen = signal<boolean | null>(null)
  const speaker = createSpeakerOnDemand()
  const display = createDisplay(initial, SESSION_SOURCE, {
    async playSound(settings, sound) {
      if (isFullscreen.value) await speaker().then(({ play }) => play(settings, sound), notLoaded)
    },
    stopSound() {
      if (isFullscreen.value) speaker().then(({ stop }) => stop(), notLoaded)
    },
  })

  return {
    stats,
    clock: createTicker(initial.now, TICK_MS),
    display,
    isFullscreen,
    /** Must run in a gesture's handler, because browsers require one for sound and fullscreen. */
    enterFullscreen() {
      isFullscreen.value = true
      speaker().then(({ unlock }) => unlock(), notLoaded)
      document.documentElement.requestFullscreen?.()?.catch(() => {})
    },
    leaveFullscreen() {
      isFullscreen.value = false
      speaker().then(({ stop }) => stop(), notLoaded)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
  }
}

function notLoaded() {
  console.info('sound: not loaded')
}
