import type { ReactNode } from 'react'
import type { ShownCalls } from '#domain/display/tv-patient'
import { TV_HISTORY_ROWS } from './announcements/announcement-queue.ts'
import { Marquee } from './panels/information/Marquee.tsx'
import { ScaledStage } from './ScaledStage.tsx'
import { Stage, type StageData } from './Stage.tsx'
import { TilesStage } from './tiles/TilesStage.tsx'

type Props = StageData &
  ShownCalls & { hint?: string | null; staleSince: string | null; children?: ReactNode }

export function TvStage({ children, ...data }: Props) {
  const { layout, overscan } = data.options
  const LayoutStage = layout === 'tiles' ? TilesStage : Stage
  return (
    <ScaledStage overscan={overscan}>
      {isPortrait => (
        <>
          <LayoutStage
            {...data}
            historyRows={TV_HISTORY_ROWS}
            marquee={Marquee}
            isPortrait={isPortrait}
          />
          {children}
        </>
      )}
    </ScaledStage>
  )
}
