import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { TvPatient } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import { formatNumber, getTvName } from '#domain/patients/patient'
import type { PatientRoom } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { fitElement } from '../../text/FittedText.tsx'
import { LINE_HEIGHT } from '../../text/fit-text.ts'
import { whenMeasurable } from '../../text/text-width.ts'
import './HistoryPanel.css'

const COLUMNS_HEIGHT = 56
const GAP = 4
const ROW_PADDING = 2
/** The paddings of the panel and its rows, and the gap between a name and its room. */
const SIDES = 76
const DIGIT_WIDTH = 25
const NUMBER_GAP = 10
const ROOM_SHARE = 0.29
const LARGEST_ROOM_SHARE = 0.35
const LETTER_WIDTH = 23
const NAME_SIZE = { largest: 40, smallest: 22 }
const SMALLEST_SHARED = 32
const DOCTOR_HEIGHT = 39
const ROOM_SIZES = { largest: 48, smallest: 22 }
const ROOM_CLASS = 'stage__row-place'
/** Patients cannot read a smaller room from where they sit. */
const SMALLEST_BESIDE_DOCTOR = 32
const ROW_NAMES = '.stage__row-name > div'

type Props = { settings: Settings; words: TvWords; area: Area; patients: TvPatient[]; rows: number }

export function HistoryPanel({ settings, words, area, patients, rows }: Props) {
  const panel = useRef<HTMLElement>(null)
  const rowHeight = Math.floor((area.height - COLUMNS_HEIGHT) / rows) - GAP
  const height = rowHeight - ROW_PADDING
  const roomWidth = getRoomWidth(patients, area.width)
  const numberWidth = getNumberWidth(patients)
  const nameWidth = area.width - SIDES - numberWidth - roomWidth
  const names = patients.map(getTvName).join('\n')
  const nameStyle = getTextStyle(settings, 'historyName')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are in the panel
  useLayoutEffect(() => {
    const box = { ...NAME_SIZE, width: nameWidth, height, lines: 2 }
    return whenMeasurable(() => {
      const elements = Array.from(panel.current?.querySelectorAll<HTMLElement>(ROW_NAMES) ?? [])
      const sizes = elements.map(one => fitElement(one, one.textContent ?? '', ROW_NAMES, box))
      shareSize(sizes).forEach((size, index) => {
        elements[index]?.style.setProperty('font-size', `${size}px`)
      })
    })
  }, [names, nameWidth, height])

  return (
    <section ref={panel} className="stage__part stage__history" style={area}>
      <div className="stage__columns">
        <span style={getTextStyle(settings, 'queueText')}>{translate(words, 'NAME')}</span>
        <span style={getTextStyle(settings, 'queueText')}>{translate(words, 'ROOM')}</span>
      </div>
      {patients.map((patient, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed, only their text changes
          key={index}
          className={`stage__row stage__row--taken ${index === 0 ? 'stage__row--newest' : ''}`}
          style={{ height: rowHeight }}
        >
          {index === 0 && <span className="stage__newest" />}
          <span className="stage__row-number" style={{ ...nameStyle, width: numberWidth }}>
            {patient.name === null ? '' : formatNumber(patient.number)}
          </span>
          <div className="fitted stage__row-name" style={{ width: nameWidth, height }}>
            <div style={{ ...nameStyle, lineHeight: LINE_HEIGHT }}>{getTvName(patient)}</div>
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

/** One size for all; a text that needs less than the smallest shared one keeps its own. */
export function shareSize(sizes: number[]) {
  const shared = Math.max(SMALLEST_SHARED, Math.min(...sizes))
  return sizes.map(size => Math.min(size, shared))
}

function getRoomWidth(patients: TvPatient[], width: number) {
  const rooms = patients.map(({ lastRoom }) => lastRoom?.name ?? '').join(' ')
  const longest = Math.max(...rooms.split(' ').map(word => word.length))
  const wanted = Math.max(width * ROOM_SHARE, longest * LETTER_WIDTH)
  return Math.round(Math.min(wanted, width * LARGEST_ROOM_SHARE))
}

/** Numbers that are shown instead of names need no column. */
function getNumberWidth(patients: TvPatient[]) {
  const named = patients.filter(({ name }) => name !== null)
  const digits = Math.max(0, ...named.map(({ number }) => formatNumber(number).length))
  return digits === 0 ? 0 : digits * DIGIT_WIDTH + NUMBER_GAP
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
      const [line, other] = Array.from(ref.current?.children ?? []) as HTMLElement[]
      const text = line?.firstElementChild as HTMLElement | null
      if (!line || !text) return
      const besideDoctor = { ...ROOM_SIZES, width, height: height - DOCTOR_HEIGHT, lines: 1 }
      const hasDoctor =
        isNamed && fitElement(text, place, ROOM_CLASS, besideDoctor) >= SMALLEST_BESIDE_DOCTOR
      const alone = { ...ROOM_SIZES, width, height, lines: 2 }
      if (!hasDoctor) fitElement(text, place, ROOM_CLASS, alone)
      line.style.height = `${hasDoctor ? besideDoctor.height : height}px`
      if (other) other.hidden = !hasDoctor
    }
    return whenMeasurable(fit)
  }, [place, isNamed, width, height])

  return (
    <div ref={ref} className="stage__row-room" style={{ width }}>
      <div className="fitted stage__row-place">
        <div style={{ ...textStyle, lineHeight: LINE_HEIGHT }}>{place}</div>
      </div>
      {isNamed && (
        <div className="stage__row-doctor" style={textStyle}>
          {doctor}
        </div>
      )}
    </div>
  )
}
