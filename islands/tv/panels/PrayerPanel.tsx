import { memo } from 'react'
import { findNextPrayer } from '#domain/display/prayer-times'
import type { Settings } from '#domain/settings/settings'
import type { PrayerState } from '../connection/external-data.ts'
import { getTextStyle } from './text-style.ts'
import { useWallClock } from './use-wall-clock.ts'
import './panel.css'
import './PrayerPanel.css'

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

/** Dark or white, whichever reads better on a #rrggbb (contrast after WCAG 2). */
export function getContrastColor(colour: string) {
  return luminance(colour) > EQUAL_CONTRAST_LUMINANCE ? '#111827' : '#ffffff'
}

const EQUAL_CONTRAST_LUMINANCE = 0.1993

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
