import type { ShownCalls, TvTile } from '#domain/display/tv-patient'
import { type TvWords, translate } from '#domain/display/words/translate'
import { formatOtherDay } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../layout.ts'
import { ClinicHeader } from '../panels/ClinicHeader.tsx'
import { useBlink } from '../panels/call/CallPanel.tsx'
import { ClockPanel } from '../panels/information/ClockPanel.tsx'
import { ErrorBoundary, Stage, type StageProps } from '../Stage.tsx'
import { getTextStyle } from '../stage-colors.ts'
import { FittedText, RoomText } from '../text/FittedText.tsx'
import './TilesStage.css'

const HEADER_HEIGHT = 112
/** Size of one of eight tiles. Text sizes apply to this tile and grow with larger tiles. */
const SIZE = { width: 464, height: 470 }
const HEADER = 72
const FREE = 44
/** A number's share of the tile's height, unless the number would be wider than the tile. */
const NUMBER_SHARE = 0.348
const LARGE_NUMBER_SHARE = 0.45
const DIGIT_WIDTH = 0.68
const NAME = 108
/** Space above and below the texts, at the size of one of eight tiles. */
const EDGES = 52
const SIDES = 72
const MARGIN = 24
const CLOCK_WIDTH = { landscape: 660, portrait: 520 }
const MAX_IN_ONE_ROW = 3
const MAX_SIDE_BY_SIDE = 4

export function TilesStage(props: StageProps & Pick<ShownCalls, 'tiles'>) {
  const { settings, words, tiles, showing, current, now, timeZone, today, isPortrait } = props
  const newestId = showing ? showing.call.patientId : current?.id

  function drawParts({ width, top: bottom }: Area) {
    const clockWidth = isPortrait ? CLOCK_WIDTH.portrait : CLOCK_WIDTH.landscape
    const header = { left: 0, top: 0, width: width - clockWidth, height: HEADER_HEIGHT }
    const clock = { ...header, left: header.width, width: clockWidth }
    const rest = {
      left: MARGIN,
      top: HEADER_HEIGHT,
      width: width - 2 * MARGIN,
      height: bottom - HEADER_HEIGHT - MARGIN,
    }
    const areas = getTileAreas(tiles.length, rest)
    return (
      <div className="tiles">
        <ClinicHeader settings={settings} area={header} />
        <ErrorBoundary>
          <ClockPanel {...{ settings, words, now, timeZone }} area={clock} />
        </ErrorBoundary>
        {tiles.map((tile, index) => {
          const isNewest = tile.patient?.id === newestId
          return (
            <Tile
              key={tile.room.id}
              {...tile}
              {...{ settings, words, today }}
              area={areas[index] ?? rest}
              isNewest={isNewest && tile.patient !== null}
              isBlinking={isNewest && showing?.phase === 'blink'}
            />
          )
        })}
      </div>
    )
  }

  return <Stage {...props} drawParts={drawParts} />
}

export function getTileAreas(count: number, { left, top, width, height }: Area): Area[] {
  const isWide = width > height
  const short = count > MAX_IN_ONE_ROW ? Math.max(2, Math.ceil(count / MAX_SIDE_BY_SIDE)) : 1
  const long = Math.ceil(count / short)
  const columns = isWide ? long : short
  const size = { width: width / columns, height: height / (isWide ? short : long) }
  return Array.from({ length: count }, (_, index) => ({
    ...size,
    left: left + (index % columns) * size.width,
    top: top + Math.floor(index / columns) * size.height,
  }))
}

type TileProps = TvTile & {
  settings: Settings
  words: TvWords
  today: string
  area: Area
  isNewest: boolean
  isBlinking: boolean
}

function Tile(props: TileProps) {
  const { settings, words, today, area, room, patient, isNewest, isBlinking } = props
  const blinkClass = useBlink(isBlinking)
  const unit = Math.min(area.width / SIZE.width, area.height / SIZE.height)
  const width = area.width - SIDES
  const otherDay = patient ? formatOtherDay(patient, today) : ''
  const name = [patient?.name, otherDay].filter(Boolean).join(' · ')
  const line = (className: string, size: number, height: number, share = 1) => ({
    className,
    width: Math.round(width * share),
    height: Math.round(height * unit),
    largest: Math.round(size * unit),
  })
  const roomStyle = patient ? getTextStyle(settings, 'windowText') : {}
  const number = patient ? patient.label : translate(words, 'Free')
  const share = name ? NUMBER_SHARE : LARGE_NUMBER_SHARE
  const tallest = patient ? area.height * share : FREE * unit
  const largest = Math.floor(Math.min(width / number.length / DIGIT_WIDTH, tallest))
  const nameStyle = getTextStyle(settings, isNewest ? 'callNameText' : 'historyName')
  const newestClass = isNewest ? 'tile--newest' : ''
  return (
    <section
      className={`stage__part tile ${patient ? 'tile--taken' : 'tile--free'} ${newestClass} ${blinkClass}`}
      style={area}
      aria-live="polite"
    >
      <div className="tile__field" />
      <div className="tile__content" style={{ width, height: area.height - EDGES * unit }}>
        <RoomText
          className="tile__place"
          room={room}
          textStyle={roomStyle}
          place={hasDoctor => line('tile__room', 46, HEADER, hasDoctor ? 0.58 : 1)}
          doctor={line('tile__doctor', 30, HEADER, 0.4)}
        />
        <FittedText
          className="tile__number"
          {...{ width, largest }}
          height={largest * 1.1}
          text={number}
          smallest={40}
          lines={1}
        />
        {name && (
          <FittedText
            {...line('tile__name', 38, NAME)}
            text={name}
            textStyle={nameStyle}
            smallest={22}
          />
        )}
      </div>
    </section>
  )
}
