import { memo } from 'react'
import { findNextPrayer } from '#domain/display/prayer-times'
import type { Settings } from '#domain/settings/settings'
import type { PrayerState } from '../connection/external-data.ts'
import { getContrastColor } from './contrast.ts'
import { getTextStyle } from './text-style.ts'
import { useWallClock } from './use-wall-clock.ts'

type Props = {
  settings: Settings
  news: PrayerState
  now: string
  timeZone: string
  height: number
}

/** The day's five prayers, the next one highlighted. */
export const PrayerPanel = memo(function PrayerPanel(props: Props) {
  const { settings, news, now, timeZone, height } = props
  const { minute } = useWallClock(now, timeZone)
  const colour = getTextStyle(settings, 'prayerTimesText')
  if (news.state !== 'known' || news.prayers.length === 0) {
    const message =
      news.state === 'loading' ? 'Loading prayer times...' : 'Prayer times not available'
    return (
      <section className="stage__panel stage__panel--prayer" style={{ height }}>
        <p className="stage__message" style={colour}>
          {message}
        </p>
      </section>
    )
  }
  const next = findNextPrayer(news.prayers, minute)
  const highlight = settings.prayerTimesHighlightColor ?? ''
  return (
    <section className="stage__panel stage__panel--prayer" style={{ height }}>
      {news.prayers.map(({ key, name, time }) => {
        const isNext = key === next
        const letters = isNext ? { color: getContrastColor(highlight) } : colour
        return (
          <div
            key={key}
            className={`stage__prayer ${isNext ? 'stage__prayer--next' : ''}`}
            aria-current={isNext ? 'time' : undefined}
          >
            <span className="stage__prayer-name" style={letters}>
              {name}
            </span>
            <span className="stage__prayer-time" style={letters}>
              {time}
            </span>
          </div>
        )
      })}
    </section>
  )
})
