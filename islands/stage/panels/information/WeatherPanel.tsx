import { memo } from 'react'
import { translate } from '#domain/display/words/translate'
import { serverNow } from '../../../data/server-clock.ts'
import type { WeatherState } from '../../model/external-data.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { PanelMessage } from './PanelMessage.tsx'
import type { PanelProps } from './panel-props.ts'
import { useWallClock } from './use-wall-clock.ts'
import { WeatherSymbol } from './WeatherSymbol.tsx'
import './WeatherPanel.css'
import { getClinicMinute } from '#domain/time'

const STALE_AFTER_MS = 60 * 60_000

const MESSAGES = {
  locating: 'Detecting location...',
  loading: 'Loading weather data...',
  failed: 'Weather data unavailable, retrying...',
} as const

type Props = PanelProps & { weatherState: WeatherState }

export const WeatherPanel = memo(function WeatherPanel(props: Props) {
  const { settings, words, weatherState, now, timeZone, area } = props
  // The clock draws the panel again each minute.
  useWallClock(now, timeZone)
  const textStyle = getTextStyle(settings, 'weatherText')
  if (weatherState.state !== 'known') {
    const { state } = weatherState
    return (
      <PanelMessage
        {...{ area, textStyle }}
        className="stage__panel--weather"
        text={translate(words, MESSAGES[state])}
        isLine={state === 'failed'}
      />
    )
  }

  const { current, units, asOf } = weatherState.weather
  const isStale = Date.parse(serverNow()) - Date.parse(asOf) > STALE_AFTER_MS
  const notes = [
    weatherState.isDefaultPlace ? 'Using default location' : '',
    isStale ? `as of ${getClinicMinute(asOf, timeZone)}` : '',
  ].filter(Boolean)
  return (
    <section className="stage__part stage__panel stage__panel--weather" style={area}>
      <span className="stage__sky" style={{ color: settings.weatherTextColor }}>
        <WeatherSymbol icon={current.icon} />
      </span>
      <span className="stage__temperature" style={textStyle}>
        {Math.round(current.temperature)}
        {units.temperature}
      </span>
      <div className="stage__conditions" style={{ color: settings.weatherTextColor }}>
        <p className="stage__description">
          <span style={textStyle}>{current.description}</span>
        </p>
        <p className="stage__details">
          <span style={textStyle}>
            Humidity {Math.round(current.humidity)}
            {units.humidity} · Wind {Math.round(current.windSpeed)} {units.windSpeed}
          </span>
        </p>
        {notes.length > 0 && (
          <p className="stage__note">
            <span style={textStyle}>{notes.join(' · ')}</span>
          </p>
        )}
      </div>
    </section>
  )
})
