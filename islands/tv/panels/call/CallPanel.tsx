import { type TvWords, translate } from '#domain/display/words/translate'
import { formatNumber, isNumberText } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { FittedText, RoomText } from '../../text/FittedText.tsx'
import { useBlink } from './use-blink.ts'
import './CallPanel.css'

const SIDES = 64
const REST_HEIGHT = 290
const WIDE = 800

type Props = {
  settings: Settings
  words: TvWords
  area: Area
  name: string
  number: number | null
  room: string
  isBlinking: boolean
}

export function CallPanel({ settings, words, area, name, number, room, isBlinking }: Props) {
  const blinkClass = useBlink(isBlinking)
  const width = area.width - SIDES
  const isCalling = number !== null
  const largest = area.width > WIDE ? 160 : 128
  return (
    <section className={`stage__part stage__call ${blinkClass}`} style={area} aria-live="polite">
      <div className="stage__heading">
        <h2 className="stage__calling">
          <span style={getTextStyle(settings, 'headerText')}>{translate(words, 'CALLING')}</span>
        </h2>
        {isCalling && !isNumberText(name, number) && (
          <span className="stage__number">{formatNumber(number)}</span>
        )}
      </div>
      <FittedText
        className={isCalling ? 'stage__name' : 'stage__name stage__name--none'}
        text={name}
        textStyle={getTextStyle(settings, 'callNameText')}
        width={width}
        height={area.height - REST_HEIGHT}
        largest={isCalling ? largest : 64}
        smallest={20}
        lines={3}
      />
      {room !== '' && <div className="stage__rule" />}
      <RoomText
        className="stage__room"
        label={room}
        textStyle={getTextStyle(settings, 'windowText')}
        room={() => ({ className: 'stage__room-name', width, height: 106, largest: 88 })}
        doctor={{ className: 'stage__doctor', width, height: 54, largest: 44 }}
      />
    </section>
  )
}
