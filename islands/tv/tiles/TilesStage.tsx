import type { ShownCalls } from '#domain/display/tv-patient'
import type { Area } from '../layout.ts'
import { ClinicHeader } from '../panels/ClinicHeader.tsx'
import { ClockPanel } from '../panels/information/ClockPanel.tsx'
import { Stage, type StageProps } from '../Stage.tsx'
import { Tile } from './Tile.tsx'
import './TilesStage.css'

const HEADER_HEIGHT = 112
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
        <ClockPanel {...{ words, now, timeZone }} area={clock} />
        {tiles.map((tile, index) => {
          const isNewest = tile.patient?.id === newestId
          return (
            <Tile
              key={tile.roomId}
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

/** The tiles are as large as the area allows; in portrait the rows are columns. */
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
