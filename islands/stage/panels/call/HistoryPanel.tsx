import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { TEXT_SIZES } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import { formatOtherDay, getDatedName } from '#domain/patients/patient'
import type { PatientRoom } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { fitElement, Label } from '../../text/FittedText.tsx'
import { whenMeasurable } from '../../text/text-width.ts'

const COLUMNS_HEIGHT = 60
const GAP = 6
/** Total width of the paddings and of the gaps between columns. */
const SIDES = 102
const CHIP_WIDTH = 116
/** Font size of three digits. Longer numbers shrink to the same width. */
const LARGEST_NUMBER = 52
/** Share of the row's height for the digits. Their chip takes four fifths of the row. */
const NUMBER_SHARE = 0.52
const NUMBER_ABOVE_DAY_SHARE = 0.38
const ROOM_SHARE = 0.26
const SMALLEST_SHARED = 28
const PLACE_HEIGHT = 52
const SMALLEST_NAME = 22
const ROOM_SIZES = { largest: 40, smallest: 20 }
const ROOM_CLASS = 'stage__row-place'
/** Smallest room name next to a doctor, because seated patients must still read it. */
const SMALLEST_BESIDE_DOCTOR = 32
const ROW_NAMES = '.stage__row-name > div'

type Props = {
  settings: Settings
  words: TvWords
  today: string
  area: Area
  patients: TvPatient[]
  rows: number
  isIdle: boolean
}

export function HistoryPanel({ settings, words, today, area, patients, rows, isIdle }: Props) {
  const panel = useRef<HTMLElement>(null)
  const height = Math.floor((area.height - COLUMNS_HEIGHT) / rows) - GAP
  const roomWidth = Math.round(area.width * ROOM_SHARE)
  const hasNames = patients.some(({ name }) => name !== null)
  const digits = Math.max(3, ...patients.map(({ label }) => label.length))
  const largestNumber = (3 * LARGEST_NUMBER) / digits
  const hasDays = hasNames && patients.some(patient => formatOtherDay(patient, today) !== '')
  const share = hasDays ? NUMBER_ABOVE_DAY_SHARE : NUMBER_SHARE
  const numberSize = Math.floor(Math.min(largestNumber, height * share))
  const nameWidth = area.width - SIDES - (hasNames ? CHIP_WIDTH : 0) - roomWidth
  const names = patients.map(patient => getDatedName(patient, today)).join('\n')
  const nameStyle = getTextStyle(settings, 'historyName')
  const headingStyle = getTextStyle(settings, 'queueText')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are in the panel
  useLayoutEffect(() => {
    const largest = hasNames ? TEXT_SIZES.historyName : LARGEST_NUMBER
    const box = { largest, smallest: SMALLEST_NAME, width: nameWidth, height, lines: 2 }
    return whenMeasurable(() => {
      const elements = Array.from(panel.current?.querySelectorAll<HTMLElement>(ROW_NAMES) ?? [])
      const sizes = elements.map(one => fitElement(one, one.textContent ?? '', ROW_NAMES, box))
      shareSize(sizes).forEach((size, index) => {
        elements[index]?.style.setProperty('font-size', `${size}px`)
      })
    })
  }, [names, nameWidth, height, hasNames])

  return (
    <section
      ref={panel}
      className={`stage__part stage__history ${isIdle ? 'stage__history--idle' : ''}`}
      style={area}
    >
      <div className="stage__columns">
        <Label
          text={translate(words, hasNames || !patients[0] ? 'NAME' : 'NUMBER')}
          style={isIdle ? {} : headingStyle}
        />
        <Label text={translate(words, 'ROOM')} style={isIdle ? {} : headingStyle} />
      </div>
      {patients.map((patient, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed, only their text changes
          key={index}
          className={`stage__row stage__row--taken ${index === 0 ? 'stage__row--newest' : ''}`}
          style={{ height }}
        >
          {index === 0 && <span className="stage__newest" />}
          {hasNames && (
            <span className="stage__row-chip">
              {patient.name !== null && (
                <span className="stage__row-number" style={{ fontSize: numberSize }}>
                  <span style={index === 0 ? {} : nameStyle}>{patient.label}</span>
                </span>
              )}
              {patient.name !== null && formatOtherDay(patient, today) && (
                <small className="stage__row-day">{formatOtherDay(patient, today)}</small>
              )}
            </span>
          )}
          <div className="fitted stage__row-name" style={{ width: nameWidth, height }}>
            <div style={nameStyle}>{getDatedName(patient, today)}</div>
          </div>
          <RowRoom
            room={patient.lastRoom}
            textStyle={getTextStyle(settings, 'windowText')}
            width={roomWidth}
            height={height}
          />
        </div>
      ))}
    </section>
  )
}

/** Gives all texts one size. A text that needs a size below SMALLEST_SHARED keeps that size. */
export function shareSize(sizes: number[]) {
  const shared = Math.max(SMALLEST_SHARED, Math.min(...sizes))
  return sizes.map(size => Math.min(size, shared))
}

type RoomProps = {
  room: PatientRoom | null
  textStyle: CSSProperties
  width: number
  height: number
}

function RowRoom({ room, textStyle, width, height }: RoomProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { place, doctor } = splitRoom(room)
  const isNamed = doctor !== ''

  useLayoutEffect(() => {
    function fit() {
      const text = ref.current
      const line = text?.parentElement
      if (!text || !line) return
      const fitIn = (height: number, lines: number) =>
        fitElement(text, place, ROOM_CLASS, { ...ROOM_SIZES, width, height, lines })
      const hasDoctor = isNamed && fitIn(PLACE_HEIGHT, 1) >= SMALLEST_BESIDE_DOCTOR
      if (!hasDoctor) fitIn(height, 2)
      line.style.height = `${hasDoctor ? PLACE_HEIGHT : height}px`
      const other = line.nextElementSibling as HTMLElement | null
      if (other) other.hidden = !hasDoctor
    }
    return whenMeasurable(fit)
  }, [place, isNamed, width, height])

  return (
    <div className="stage__row-room" style={{ width }}>
      <div className="fitted stage__row-place">
        <div ref={ref} style={textStyle}>
          {place}
        </div>
      </div>
      {isNamed && (
        <div className="stage__row-doctor" style={textStyle}>
          {doctor}
        </div>
      )}
    </div>
  )
}
