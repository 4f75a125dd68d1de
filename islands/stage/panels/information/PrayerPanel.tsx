import { memo } from 'react'
import type { Prayer, PrayerKey } from '#domain/display/prayer-times'
import { translate } from '#domain/display/words/translate'
import { getContrastColor } from '../../../ui/color/contrast.ts'
import type { PrayerState } from '../../model/external-data.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { PanelMessage, type PanelProps } from './PanelMessage.tsx'
import { useWallClock } from './use-wall-clock.ts'

type Props = PanelProps & { prayer: PrayerState }

export const PrayerPanel = memo(function PrayerPanel(props: Props) {
  const { settings, words, prayer, now, timeZone, area } = props
  const { minute } = useWallClock(now, timeZone)
  const style = getTextStyle(settings, 'prayerTimesText')
  const prayers = prayer.state === 'known' ? prayer.prayers : []
  const isLoading = prayer.state === 'loading'
  if (prayers.length === 0) {
    return (
      <PanelMessage
        name="prayer"
        text={translate(
          words,
          isLoading ? 'Loading prayer times...' : 'Prayer times not available',
        )}
        isLine={prayer.state === 'failed'}
        {...{ area, style }}
      />
    )
  }
  const next = findNextPrayer(prayers, minute)
  const highlight = settings.prayerTimesHighlightColor
  return (
    <section className="stage__part stage__panel stage__panel--prayer" style={area}>
      {prayers.map(({ key, name, time }) => {
        const isNext = key === next
        const ink = isNext ? { color: getContrastColor(highlight) } : style
        return (
          <div
            key={key}
            className={`stage__prayer ${isNext ? 'stage__prayer--next' : ''}`}
            aria-current={isNext ? 'time' : undefined}
          >
            <span className="stage__prayer-name" style={ink}>
              {name}
            </span>
            <span className="stage__prayer-time" style={ink}>
              {time}
            </span>
          </div>
        )
      })}
    </section>
  )
})

/** Accepts HH:MM or HH:MM:SS. Sorts, because Isha is after midnight in a northern summer. */
export function findNextPrayer(prayers: Prayer[], time: string): PrayerKey | null {
  const sorted = [...prayers].sort((a, b) => a.time.localeCompare(b.time))
  const next = sorted.find(prayer => prayer.time > time.slice(0, 5)) ?? sorted[0]
  return next ? next.key : null
}
