import { memo, useRef } from 'react'
import { formatSeconds } from '../../clock.ts'
import type { Area } from '../../layout.ts'
import { useWallClock } from './use-wall-clock.ts'
import './ClockPanel.css'

const LARGE_FROM = 240

type Props = { now: string; timeZone: string; area: Area }

export const ClockPanel = memo(function ClockPanel({ now, timeZone, area }: Props) {
  const seconds = useRef<HTMLSpanElement>(null)
  const { day, weekday, month, year, minute } = useWallClock(now, timeZone, seconds)
  const sizeClass = area.height < LARGE_FROM ? 'stage__clock--small' : ''
  return (
    <section className={`stage__part stage__clock ${sizeClass}`} style={area}>
      <div className="stage__time">
        {minute}
        <InitialSeconds text={`:${formatSeconds(now)}`} target={seconds} />
      </div>
      <div className="stage__date">
        <div className="stage__weekday">{weekday}</div>
        <div>
          <span className="stage__day">{day}</span>{' '}
          <span className="stage__month">
            {month} {year}
          </span>
        </div>
      </div>
    </section>
  )
})

const InitialSeconds = memo(
  ({ text, target }: { text: string; target: React.RefObject<HTMLSpanElement | null> }) => (
    <span ref={target} className="stage__seconds">
      {text}
    </span>
  ),
  () => true,
)
