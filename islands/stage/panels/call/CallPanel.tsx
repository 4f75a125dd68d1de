import { useEffect, useState } from 'react'
import { TEXT_SIZES } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import type { Call } from '#domain/events'
import { formatOtherDay, getDatedName, getTvName } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import { BLINK_TOGGLE_MS, BLINK_TOGGLES } from '../../announcements/announcement-queue.ts'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { FittedText, Label, RoomText } from '../../text/FittedText.tsx'
import './CallOverlay.css'
import './call.css'

/** Width of the border and the free space at both sides. */
const SIDES = 96
const HEADING = 96
/** Height of everything below the heading, which shrinks if a line of waiting numbers is shown. */
const REST = 456
const TICKET = 172
const ROOM = { top: 12, height: 120, bottom: 8 }
const GAP = 16
const DOCTOR_SHARE = 0.42

type Called = Pick<TvPatient, 'name' | 'label' | 'day' | 'room'>

type Props = {
  settings: Settings
  words: TvWords
  today: string
  area: Area
  called: Called | null
  isBlinking: boolean
}

export function CallPanel({ settings, words, today, area, called, isBlinking }: Props) {
  const blinkClass = useBlink(isBlinking)
  const heading = Math.min(HEADING, area.height - REST)
  const idleClass = called ? '' : 'stage__call--idle'
  return (
    <section
      className={`stage__part stage__call ${idleClass} ${blinkClass}`}
      style={area}
      aria-live="polite"
    >
      <h2
        className="stage__calling"
        style={{
          height: heading,
          paddingTop: heading - 64,
          ...(called ? { fontSize: TEXT_SIZES.calling } : {}),
        }}
      >
        <Label
          text={translate(words, 'CALLING')}
          style={called ? getTextStyle(settings, 'headerText') : {}}
        />
      </h2>
      {called ? (
        <CalledPatient
          {...{ settings, called, today }}
          width={area.width - SIDES}
          height={area.height - heading}
        />
      ) : (
        <>
          <p className="stage__welcome">{translate(words, 'Your number is called here')}</p>
          <p className="stage__name stage__name--none">{translate(words, 'N/A')}</p>
        </>
      )}
    </section>
  )
}

function CalledPatient({
  settings,
  called,
  today,
  width,
  height,
}: Pick<Props, 'settings' | 'today'> & { called: Called; width: number; height: number }) {
  const isNamed = called.name !== null
  const otherDay = formatOtherDay(called, today)
  const free = height - ROOM.top - ROOM.height - ROOM.bottom
  const doctorWidth = Math.round(width * DOCTOR_SHARE)
  return (
    <>
      {isNamed && (
        <p className="stage__number">
          {called.label}
          {otherDay && <small className="stage__number-day">{otherDay}</small>}
        </p>
      )}
      <FittedText
        className={`stage__name ${isNamed ? '' : 'stage__name--number'}`}
        text={isNamed ? getTvName(called) : `${getTvName(called)} ${otherDay}`.trim()}
        textStyle={isNamed ? getTextStyle(settings, 'callNameText') : {}}
        width={width}
        height={free - (isNamed ? TICKET + 2 * GAP : GAP)}
        largest={isNamed ? TEXT_SIZES.callName : width * 0.22}
        smallest={20}
        lines={isNamed || otherDay ? 2 : 1}
      />
      {called.room && <div className="stage__rule" />}
      <RoomText
        className="stage__room"
        room={called.room}
        textStyle={getTextStyle(settings, 'windowText')}
        place={hasDoctor => ({
          className: 'stage__room-name',
          width: hasDoctor ? width - doctorWidth - GAP : width,
          height: ROOM.height,
          largest: 88,
        })}
        doctor={{
          className: 'stage__doctor',
          width: doctorWidth,
          height: ROOM.height,
          largest: 40,
        }}
      />
    </>
  )
}

/** Blinks with a timer, because a CSS animation would repaint the element 60 times a second. */
export function useBlink(isBlinking: boolean) {
  const [toggles, setToggles] = useState(0)

  useEffect(() => {
    if (!isBlinking) return
    setToggles(1)
    const timer = setInterval(() => setToggles(count => count + 1), BLINK_TOGGLE_MS)
    return () => {
      clearInterval(timer)
      setToggles(0)
    }
  }, [isBlinking])

  const isDim = toggles < BLINK_TOGGLES && toggles % 2 === 1
  return `${isBlinking ? 'blinks' : ''} ${isDim ? 'is-dim' : ''}`
}

const OVERLAY_DOCTOR = { className: 'overlay__doctor', largest: 96 }
const UPRIGHT = {
  width: 888,
  name: { height: 1060, lines: 4 },
  besideDoctor: 888,
  doctor: { ...OVERLAY_DOCTOR, width: 888, height: 116 },
}
const WIDE = {
  width: 1664,
  name: { height: 440, lines: 2 },
  besideDoctor: 1004,
  doctor: { ...OVERLAY_DOCTOR, width: 620, height: 204 },
}

type OverlayProps = { call: Call; isPortrait: boolean; words: TvWords; today: string }

export function CallOverlay({ call, isPortrait, words, today }: OverlayProps) {
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
