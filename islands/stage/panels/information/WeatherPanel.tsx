import { memo } from 'react'
import { WEATHER_ICONS } from '#domain/display/weather'
import { type TvWord, translate } from '#domain/display/words/translate'
import { getClinicMinute } from '#domain/time'
import { serverNow } from '../../../data/server-clock.ts'
import type { WeatherState } from '../../model/external-data.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { FittedText } from '../../text/FittedText.tsx'
import { PanelMessage, type PanelProps } from './PanelMessage.tsx'
import { useWallClock } from './use-wall-clock.ts'

/** Offset between neighboring symbols, because the picture has all symbols side by side. */
const STEP_PERCENT = 100 / (WEATHER_ICONS.length - 1)
const STALE_AFTER_MS = 60 * 60_000
/** Width of the symbol, the temperature and the margins. */
const BESIDE = 590

const MESSAGES = {
  locating: 'Detecting location...',
  loading: 'Loading weather data...',
  failed: 'Weather data unavailable, retrying...',
} as const

type Props = PanelProps & { weatherState: WeatherState }

export const WeatherPanel = memo(function WeatherPanel(props: Props) {
  const { settings, words, weatherState, now, timeZone, area } = props
  // The clock redraws the panel every minute, so `isStale` stays current.
  useWallClock(now, timeZone)
  const textStyle = getTextStyle(settings, 'weatherText')
  const { state } = weatherState
  if (state !== 'known') {
    return (
      <PanelMessage
        name="weather"
        text={translate(words, MESSAGES[state])}
        style={textStyle}
        area={area}
        isLine={state === 'failed'}
      />
    )
  }

  const { current, units, asOf } = weatherState.weather
  const isStale = Date.parse(serverNow()) - Date.parse(asOf) > STALE_AFTER_MS
  const details = [
    `${translate(words, 'Humidity')} ${Math.round(current.humidity)}${units.humidity}`,
    `${translate(words, 'Wind')} ${Math.round(current.windSpeed)} ${units.windSpeed}`,
  ]
  const notes = [
    weatherState.isDefaultPlace ? translate(words, 'Using default location') : '',
    isStale ? translate(words, 'as of {time}', { time: getClinicMinute(asOf, timeZone) }) : '',
  ].filter(Boolean)
  const line = { textStyle, width: area.width - BESIDE, smallest: 24, lines: 1 }
  return (
    <section className="stage__part stage__panel stage__panel--weather" style={area}>
      <span
        className="stage__sky"
        style={{
          background: settings.weatherTextColor,
          WebkitMaskPosition: `${WEATHER_ICONS.indexOf(current.icon) * STEP_PERCENT}% 0`,
        }}
      />
      <span className="stage__temperature" style={textStyle}>
        {Math.round(current.temperature)}
        {units.temperature}
      </span>
      <div className="stage__conditions">
        <FittedText
          {...line}
          className="stage__description"
          // Safe: the server sends only descriptions from the catalogue.
          text={translate(words, current.description as TvWord)}
          height={76}
          largest={56}
        />
        <FittedText
          {...line}
          className="stage__details"
          text={details.join(' · ')}
          height={60}
          largest={44}
        />
        {notes.length > 0 && (
          <p className="stage__note" style={textStyle}>
            {notes.join(' · ')}
          </p>
        )}
      </div>
    </section>
  )
})
