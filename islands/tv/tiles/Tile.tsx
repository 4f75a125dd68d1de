import type { TvTile } from '#domain/display/tv-patient'
import { formatNumber } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../layout.ts'
import { useBlink } from '../panels/call/use-blink.ts'
import { getTextStyle } from '../stage-colors.ts'
import { FittedText } from '../text/FittedText.tsx'
import { RoomText } from '../text/RoomText.tsx'

/** Every tile has room for the mark of the newest and the paddings. */
const SIDES = 72
const EDGES = 40
/** It includes the margins of the number's white field, in its font size. */
const DIGIT_WIDTH = 0.75

type Props = TvTile & {
  settings: Settings
  area: Area
  isNewest: boolean
  isBlinking: boolean
}

export function Tile({ settings, area, room, patient, isNewest, isBlinking }: Props) {
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
          label={room}
          textStyle={getTextStyle(settings, 'windowText')}
          room={hasDoctor => line('tile__room', hasDoctor ? 0.16 : 0.26, 110)}
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
