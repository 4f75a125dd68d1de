import { memo } from 'react'
import { type TvWord, type TvWords, translate } from '#domain/display/words/translate'
import type { PanelProps } from './PanelMessage.tsx'
import { SECOND_MS, useWallClock } from './use-wall-clock.ts'
import './information.css'

const LARGE_FROM = 240

export const ClockPanel = memo(function ClockPanel({ words, now, timeZone, area }: PanelProps) {
  const { day, weekday, month, year, minute, seconds } = useWallClock(now, timeZone, SECOND_MS)
  const sizeClass = area.height < LARGE_FROM ? 'stage__clock--small' : ''
  return (
    <section className={`stage__part stage__clock ${sizeClass}`} style={area}>
      <div className="stage__time">
        {minute}
        <span className="stage__seconds">{`:${seconds}`}</span>
      </div>
      <div className="stage__date">
        <div className="stage__weekday">{sayDate(words, weekday)}</div>
        <div className="stage__day">
          {day &&
            translate(words, '{day} {month} {year}', { day, month: sayDate(words, month), year })}
        </div>
      </div>
    </section>
  )
})

/** `name` is empty until the date is known. */
function sayDate(words: TvWords, name: string) {
  // Safe: the catalogue has each weekday and month in capitals.
  return translate(words, name as TvWord)
}
