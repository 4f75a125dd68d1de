import { useSignals } from '@preact/signals-react/runtime'
import { Tv } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Stats } from '#domain/queue/lists'
import { finishSignIn } from '../login/saved-qr.ts'
import {
  PREVIEW_HISTORY_ROWS,
  TV_HISTORY_ROWS,
} from '../stage/announcements/announcement-timing.ts'
import { ScaledStage } from '../stage/ScaledStage.tsx'
import { Stage } from '../stage/Stage.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { ClinicNowCard } from './ClinicNowCard.tsx'
import { createDashboardModel, type InitialData } from './dashboard-model.ts'
import './DashboardScreen.css'
import './FullscreenTv.css'

const loadFullscreen = () => import('./FullscreenTv.tsx')

export default function DashboardScreen(initial: InitialData) {
  useSignals()
  const [dashboard] = useState(() => createDashboardModel(initial))
  const { stats, display, enterFullscreen, leaveFullscreen } = dashboard
  useWatch(stats, ...display.parts)
  // Loaded after the page can be used. Escape ends fullscreen even if this cannot be loaded.
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
        {/* Leaving fullscreen, by button or Escape, returns the focus. */}
        <Button variant="primary" autoFocus={isFullscreen === false} onClick={enterFullscreen}>
          <Tv size={18} aria-hidden />
          Fullscreen TV Display
        </Button>
      </PageHeader>
      <SummaryCards isTall cards={toSummaryCards(stats.data.value)} />
      <ClinicNowCard clinic={stats.data.value.now} timeZone={initial.timeZone} />
      <Card
        title="TV Display Preview"
        className="tv-preview"
        aside={<Button onClick={enterFullscreen}>View Full Display</Button>}
      >
        <div className="preview-frame tv-preview__frame">{stage(PREVIEW_HISTORY_ROWS)}</div>
      </Card>
    </>
  )
}

function toSummaryCards(stats: Stats) {
  const { totalWaiting, totalCalled, totalCompleted, activeWindows, totalWindows } = stats
  const missed = stats.totalMissed > 0 ? `, ${stats.totalMissed} missed a call` : ''
  const noShow = stats.totalNoShow > 0 ? `, ${stats.totalNoShow} no-show` : ''
  const rooms = `out of ${totalWindows} total rooms`
  return [
    { title: 'Waiting', value: totalWaiting, note: 'patients in queue' },
    { title: 'Called', value: totalCalled, note: 'patients being called' },
    {
      title: 'Completed',
      value: totalCompleted,
      note: `patients today${missed}${noShow}`,
    },
    { title: 'Active Rooms', value: activeWindows, note: rooms },
  ]
}
