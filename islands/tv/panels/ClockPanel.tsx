import { memo, useRef } from 'react'
import { formatSeconds } from './clock.ts'
import { useWallClock } from './use-wall-clock.ts'
import './ClockPanel.css'

type Props = { now: string; timeZone: string; height: number; isSmall: boolean }

export const ClockPanel = memo(function ClockPanel({ now, timeZone, height, isSmall }: Props) {
  const seconds = useRef<HTMLSpanElement>(null)
  const { day, weekday, month, year, minute } = useWallClock(now, timeZone, seconds)
  return (
    <section className={`stage__clock ${isSmall ? 'stage__clock--small' : ''}`} style={{ height }}>
      <div className="stage__day">{day}</div>
      <div className="stage__date">
        <div className="stage__weekday">{weekday}</div>
        <div className="stage__month">
          {month} {year}
        </div>
      </div>
      <div className="stage__time">
        {minute}:<InitialSeconds text={formatSeconds(now)} target={seconds} />
      </div>
    </section>
  )
})

const InitialSeconds = memo(
  ({ text, target }: { text: string; target: React.RefObject<HTMLSpanElement | null> }) => (
    <span ref={target}>{text}</span>
  ),
  () => true,
)
