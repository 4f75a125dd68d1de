import type { TvPatient } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import { formatNumber, getTvName } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { FittedText, RoomText } from '../../text/FittedText.tsx'
import { useBlink } from './use-blink.ts'
import './CallPanel.css'

const SIDES = 64
const REST_HEIGHT = 290
const WIDE = 800

type Called = Pick<TvPatient, 'name' | 'number' | 'room'>

type Props = {
  settings: Settings
  words: TvWords
  area: Area
  /** Null while nobody is called. */
  called: Called | null
  isBlinking: boolean
}

export function CallPanel({ settings, words, area, called, isBlinking }: Props) {
  const blinkClass = useBlink(isBlinking)
  const width = area.width - SIDES
  const largest = area.width > WIDE ? 160 : 128
  return (
    <section className={`stage__part stage__call ${blinkClass}`} style={area} aria-live="polite">
      <div className="stage__heading">
        <h2 className="stage__calling">
          <span style={getTextStyle(settings, 'headerText')}>{translate(words, 'CALLING')}</span>
        </h2>
        {called && called.name !== null && (
          <span className="stage__number">{formatNumber(called.number)}</span>
        )}
      </div>
      <FittedText
        className={called ? 'stage__name' : 'stage__name stage__name--none'}
        text={called ? getTvName(called) : translate(words, 'N/A')}
        textStyle={getTextStyle(settings, 'callNameText')}
        width={width}
        height={area.height - REST_HEIGHT}
        largest={called ? largest : 64}
        smallest={20}
        lines={3}
      />
      {called?.room && <div className="stage__rule" />}
      <RoomText
        className="stage__room"
        room={called?.room ?? null}
        textStyle={getTextStyle(settings, 'windowText')}
        place={() => ({ className: 'stage__room-name', width, height: 106, largest: 88 })}
        doctor={{ className: 'stage__doctor', width, height: 54, largest: 44 }}
      />
    </section>
  )
}
