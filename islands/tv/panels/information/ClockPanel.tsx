import { memo, useRef } from 'react'
import type { TvWord } from '#domain/display/words/en'
import { say, type TvWords } from '#domain/display/words/say'
import { formatSeconds } from '../../clock.ts'
import type { Area } from '../../layout.ts'
import { useWallClock } from './use-wall-clock.ts'
import './ClockPanel.css'

const LARGE_FROM = 240

type Props = { words: TvWords; now: string; timeZone: string; area: Area }

export const ClockPanel = memo(function ClockPanel({ words, now, timeZone, area }: Props) {
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
        <div className="stage__weekday">{sayDate(words, weekday)}</div>
        <div>
          <span className="stage__day">{day}</span>{' '}
          <span className="stage__month">
            {sayDate(words, month)} {year}
          </span>
        </div>
      </div>
    </section>
  )
})

/** Before it is formatted, a date may be empty. */
function sayDate(words: TvWords, name: string) {
  // A weekday or a month in capitals is a word of the catalogue.
  return say(words, name as TvWord)
}

const InitialSeconds = memo(
  ({ text, target }: { text: string; target: React.RefObject<HTMLSpanElement | null> }) => (
    <span ref={target} className="stage__seconds">
      {text}
    </span>
  ),
  () => true,
)
