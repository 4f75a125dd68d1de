import { useSignals } from '@preact/signals-react/runtime'
import { BellRing, CircleCheck, DoorOpen, Hourglass, Tv } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Stats } from '#domain/queue/lists'
import { PREVIEW_HISTORY_ROWS, TV_HISTORY_ROWS } from '../tv/announcements/announcement-timing.ts'
import { ScaledStage } from '../tv/ScaledStage.tsx'
import { Stage } from '../tv/Stage.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { ClinicNowCard } from './ClinicNowCard.tsx'
import { createDashboardModel, type InitialData } from './dashboard-model.ts'
import { useFullscreen } from './use-fullscreen.ts'
import './DashboardScreen.css'

const loadFullscreen = () => import('./FullscreenTv.tsx')
const loadReadyDialog = () => import('./TvReadyDialog.tsx').then(loaded => loaded.TvReadyDialog)

export default function DashboardScreen(initial: InitialData) {
  useSignals()
  const [dashboard] = useState(() => createDashboardModel(initial))
  const { stats, display } = dashboard
  useWatch(stats, ...display.parts)
  const [asksToStart, setAsking] = useState(initial.asksToStart)
  // The button starts the display even if this dialog cannot be loaded.
  const ReadyDialog = useOnDemand(loadReadyDialog, { isWanted: asksToStart, onFailure() {} })
  // Loaded after the page can be used. Escape ends fullscreen even if this cannot be loaded.
  const loaded = useOnDemand(loadFullscreen, { isWanted: true, onFailure() {} })
  const fullscreen = useFullscreen(dashboard)
  const startButton = useRef<HTMLButtonElement>(null)

  const wasOn = useRef(false)

  // Leaving fullscreen, by button or Escape, returns the focus.
  useEffect(() => {
    if (wasOn.current && !fullscreen.isOn) startButton.current?.focus()
    wasOn.current = fullscreen.isOn
  }, [fullscreen.isOn])

  function start() {
    setAsking(false)
    fullscreen.enter()
  }

  const data = display.data()
  const staleSince = display.staleSince()
  const stage = (historyRows: number) => (
    <ScaledStage>
      {isPortrait => (
        <Stage
          {...data}
          historyRows={historyRows}
          marquee={fullscreen.isOn ? loaded?.Marquee : undefined}
          isPortrait={isPortrait}
          staleSince={staleSince}
        />
      )}
    </ScaledStage>
  )

  if (fullscreen.isOn) {
    const full = stage(TV_HISTORY_ROWS)
    return loaded ? (
      <loaded.FullscreenTv onExit={fullscreen.leave}>{full}</loaded.FullscreenTv>
    ) : (
      <div className="fullscreen-tv">{full}</div>
    )
  }
  return (
    <>
      <PageHeader title="Dashboard">
        <Button ref={startButton} variant="primary" onClick={start}>
          <Tv size={18} aria-hidden />
          Fullscreen TV Display
        </Button>
      </PageHeader>
      <SummaryCards cards={toSummaryCards(stats.data.value)} />
      <ClinicNowCard clinic={stats.data.value.now} timeZone={initial.timeZone} />
      <Card
        title="TV Display Preview"
        className="tv-preview"
        aside={<Button onClick={start}>View Full Display</Button>}
      >
        <div className="preview-frame tv-preview__frame">{stage(PREVIEW_HISTORY_ROWS)}</div>
      </Card>
      {asksToStart && ReadyDialog && (
        <ReadyDialog onStart={start} onCancel={() => setAsking(false)} />
      )}
    </>
  )
}

function toSummaryCards(stats: Stats) {
  const { totalWaiting, totalCalled, totalCompleted, activeWindows, totalWindows } = stats
  const missed = stats.totalMissed > 0 ? `, ${stats.totalMissed} missed a call` : ''
  const noShow = stats.totalNoShow > 0 ? `, ${stats.totalNoShow} no-show` : ''
  const rooms = `out of ${totalWindows} total rooms`
  return [
    { title: 'Waiting', value: totalWaiting, note: 'patients in queue', Icon: Hourglass },
    { title: 'Called', value: totalCalled, note: 'patients being called', Icon: BellRing },
    {
      title: 'Completed',
      value: totalCompleted,
      note: `patients today${missed}${noShow}`,
      Icon: CircleCheck,
    },
    { title: 'Active Rooms', value: activeWindows, note: rooms, Icon: DoorOpen },
  ]
}
