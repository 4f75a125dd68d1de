import { memo } from 'react'
import { findNextPrayer } from '#domain/display/prayer-times'
import type { Settings } from '#domain/settings/settings-record'
import type { PrayerState } from '../connection/external-data.ts'
import { getContrastColor } from '../text/contrast.ts'
import { getTextStyle } from '../text/text-style.ts'
import { useWallClock } from './use-wall-clock.ts'
import './panel.css'
import './PrayerPanel.css'

type Props = {
  settings: Settings
  prayer: PrayerState
  now: string
  timeZone: string
  height: number
}

export const PrayerPanel = memo(function PrayerPanel(props: Props) {
  const { settings, prayer, now, timeZone, height } = props
  const { minute } = useWallClock(now, timeZone)
  const textStyle = getTextStyle(settings, 'prayerTimesText')
  if (prayer.state !== 'known' || prayer.prayers.length === 0) {
    const message =
      prayer.state === 'loading' ? 'Loading prayer times...' : 'Prayer times not available'
    return (
      <section className="stage__panel stage__panel--prayer" style={{ height }}>
        <p className="stage__message" style={textStyle}>
          {message}
        </p>
      </section>
    )
  }
  const next = findNextPrayer(prayer.prayers, minute)
  const highlight = settings.prayerTimesHighlightColor ?? ''
  return (
    <section className="stage__panel stage__panel--prayer" style={{ height }}>
      {prayer.prayers.map(({ key, name, time }) => {
        const isNext = key === next
        const style = isNext ? { color: getContrastColor(highlight) } : textStyle
        return (
          <div
            key={key}
            className={`stage__prayer ${isNext ? 'stage__prayer--next' : ''}`}
            aria-current={isNext ? 'time' : undefined}
          >
            <span className="stage__prayer-name" style={style}>
              {name}
            </span>
            <span className="stage__prayer-time" style={style}>
              {time}
            </span>
          </div>
        )
      })}
    </section>
  )
})
