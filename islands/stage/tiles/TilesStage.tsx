import type { ShownCalls, TvTile } from '#domain/display/tv-patient'
import { formatNumber } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import type { Area } from '../layout.ts'
import { ClinicHeader } from '../panels/ClinicHeader.tsx'
import { useBlink } from '../panels/call/use-blink.ts'
import { ClockPanel } from '../panels/information/ClockPanel.tsx'
import { Stage, type StageProps } from '../Stage.tsx'
import { getTextStyle } from '../stage-colors.ts'
import { FittedText, RoomText } from '../text/FittedText.tsx'
import './TilesStage.css'

const HEADER_HEIGHT = 112
/** Every tile has room for the mark of the newest and the paddings. */
const SIDES = 72
const EDGES = 40
/** It includes the margins of the number's white field, in its font size. */
const DIGIT_WIDTH = 0.75
const CLOCK_WIDTH = { landscape: 600, portrait: 520 }
const MAX_IN_ONE_ROW = 3
const MAX_SIDE_BY_SIDE = 4

export function TilesStage(props: StageProps & Pick<ShownCalls, 'tiles'>) {
  const { settings, words, tiles, showing, current, now, timeZone, isPortrait } = props
  const newestId = showing ? showing.call.patientId : current?.id

  function drawParts({ width, top: bottom }: Area) {
    const clockWidth = isPortrait ? CLOCK_WIDTH.portrait : CLOCK_WIDTH.landscape
    const header = { left: 0, top: 0, width: width - clockWidth, height: HEADER_HEIGHT }
    const clock = { ...header, left: header.width, width: clockWidth }
    const rest = { left: 0, top: HEADER_HEIGHT, width, height: bottom - HEADER_HEIGHT }
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
              settings={settings}
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
  area: Area
  isNewest: boolean
  isBlinking: boolean
}

function Tile({ settings, area, room, patient, isNewest, isBlinking }: TileProps) {
  const blinkClass = useBlink(isBlinking)
  const width = area.width - SIDES
  const height = area.height - EDGES
  const name = patient?.name ?? ''
  const number = patient ? formatNumber(patient.number) : '–'
  const line = (className: string, share: number, largest: number) => ({
    className,
    width,
    height: height * share,
    largest,
  })
  return (
    <section
      className={`stage__part tile ${patient ? 'tile--taken' : ''} ${blinkClass}`}
      style={area}
      aria-live="polite"
    >
      {isNewest && <span className="tile__newest" />}
      <div className="tile__field">
        <RoomText
          className="tile__place"
          room={room}
          textStyle={getTextStyle(settings, 'windowText')}
          place={hasDoctor => line('tile__room', hasDoctor ? 0.16 : 0.26, 110)}
          doctor={line('tile__doctor', 0.1, 56)}
        />
        <FittedText
          {...line('tile__number', name ? 0.44 : 0.74, width / number.length / DIGIT_WIDTH)}
          text={number}
          smallest={40}
          lines={1}
        />
        {name && (
          <FittedText
            {...line('tile__name', 0.3, 120)}
            text={name}
            textStyle={getTextStyle(settings, 'callNameText')}
            smallest={20}
            lines={3}
          />
        )}
      </div>
    </section>
  )
}
