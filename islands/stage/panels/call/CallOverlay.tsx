import { type TvWords, translate } from '#domain/display/words/translate'
import type { Call } from '#domain/events'
import { formatOtherDay, getDatedName } from '#domain/patients/patient'
import { FittedText, Label, RoomText } from '../../text/FittedText.tsx'
import './CallOverlay.css'

const DOCTOR = { className: 'overlay__doctor', largest: 96 }
const UPRIGHT = {
  width: 888,
  name: { height: 1060, lines: 4 },
  besideDoctor: 888,
  doctor: { ...DOCTOR, width: 888, height: 116 },
}
const WIDE = {
  width: 1664,
  name: { height: 440, lines: 2 },
  besideDoctor: 1004,
  doctor: { ...DOCTOR, width: 620, height: 204 },
}

type Props = { call: Call; isPortrait: boolean; words: TvWords; today: string }

export function CallOverlay({ call, isPortrait, words, today }: Props) {
  const isUnnamed = call.name === null
  const otherDay = formatOtherDay(call, today)
  const { width, name, besideDoctor, doctor } = isPortrait ? UPRIGHT : WIDE
  return (
    <div className={`overlay ${isPortrait ? 'overlay--portrait' : ''}`} key={call.sequence}>
      <div className="overlay__heading">
        <Label className="overlay__label" text={translate(words, isUnnamed ? 'NUMBER' : 'NAME')} />
        {!isUnnamed && (
          <span className="overlay__number">
            {call.label}
            {otherDay && <small className="overlay__day">{otherDay}</small>}
          </span>
        )}
      </div>
      <FittedText
        className="overlay__name"
        text={getDatedName(call, today)}
        {...{ width, ...name }}
        largest={isUnnamed ? 400 : 225}
        smallest={60}
      />
      <div className="overlay__band">
        <Label className="overlay__label" text={translate(words, 'ROOM')} />
        <RoomText
          className="overlay__place"
          room={call.room}
          place={hasDoctor => ({
            className: 'overlay__room',
            width: hasDoctor ? besideDoctor : width,
            height: 204,
            largest: 168,
          })}
          doctor={doctor}
        />
      </div>
    </div>
  )
}
