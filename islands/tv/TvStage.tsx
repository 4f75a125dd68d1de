import type { ReactNode } from 'react'
import type { ShownCalls } from '#domain/display/tv-patient'
import { TV_HISTORY_ROWS } from './announcements/announcement-timing.ts'
import type { Area } from './layout.ts'
import { Marquee } from './panels/information/Marquee.tsx'
import { ScaledStage } from './ScaledStage.tsx'
import { Stage, type StageData } from './Stage.tsx'
import { TilesStage } from './tiles/TilesStage.tsx'
import './TvStage.css'

const LINE_HEIGHT = 60

type Props = StageData &
  ShownCalls & { hint?: string | null; staleSince: string | null; children?: ReactNode }

export function TvStage({ children, ...data }: Props) {
  const { layout, overscan } = data.options
  const LayoutStage = layout === 'tiles' ? TilesStage : Stage
  const texts = data.queueTexts
  return (
    <ScaledStage overscan={overscan}>
      {isPortrait => (
        <>
          <LayoutStage
            {...data}
            historyRows={TV_HISTORY_ROWS}
            marquee={Marquee}
            isPortrait={isPortrait}
            line={{
              height: getLineHeight(texts, isPortrait),
              draw: area => texts.length > 0 && <QueueLine texts={texts} area={area} />,
            }}
          />
          {children}
        </>
      )}
    </ScaledStage>
  )
}

/** Each text has a line of its own in portrait. */
export function getLineHeight({ length }: string[], isPortrait: boolean) {
  return LINE_HEIGHT * (isPortrait ? length : Math.min(length, 1))
}

function QueueLine({ texts, area }: { texts: string[]; area: Area }) {
  return (
    <section className="stage__part stage__line" style={area}>
      {texts.map(text => (
        <p key={text}>{text}</p>
      ))}
    </section>
  )
}
