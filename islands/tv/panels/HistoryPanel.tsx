import type { TvPatient } from '#domain/display/tv-patient'
import { formatRoom, getTvName } from '#domain/patients/patient'
import type { Settings } from '#domain/settings/settings-record'
import { FittedText } from '../text/FittedText.tsx'
import { getTextStyle } from '../text/text-style.ts'
import './HistoryPanel.css'

const COLUMNS_HEIGHT = 56
const GAP = 8
const ROW_PADDING = 8

type Props = { settings: Settings; patients: TvPatient[]; rows: number; height: number }

export function HistoryPanel({ settings, patients, rows, height }: Props) {
  const rowHeight = Math.floor((height - COLUMNS_HEIGHT) / rows) - GAP
  return (
    <section className="stage__history" style={{ height }}>
      <div className="stage__columns">
        <span style={getTextStyle(settings, 'queueText')}>NAME</span>
        <span style={getTextStyle(settings, 'queueText')}>ROOM</span>
      </div>
      {Array.from({ length: rows }, (_, index) => {
        const patient = patients[index]
        const takenClass = patient ? 'stage__row--taken' : ''
        const newestClass = patient && index === 0 ? 'stage__row--newest' : ''
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed, only their text changes
            key={index}
            className={`stage__row ${takenClass} ${newestClass}`}
            style={{ height: rowHeight }}
          >
            <FittedText
              className="stage__row-name"
              text={patient ? getTvName(patient) : ''}
              textStyle={getTextStyle(settings, 'historyName')}
              width={340}
              height={rowHeight - ROW_PADDING}
              largest={52}
              smallest={22}
            />
            <FittedText
              className="stage__row-room"
              text={formatRoom(patient?.lastRoom ?? null)}
              textStyle={getTextStyle(settings, 'windowText')}
              width={248}
              height={rowHeight - ROW_PADDING}
              largest={44}
              smallest={16}
            />
          </div>
        )
      })}
    </section>
  )
}
