import { nameOnTv, type Patient } from '#clinic/patient'
import { FittedText } from './FittedText.tsx'

const ROWS_HEIGHT = 366
const GAP = 12
const ROW_PADDING = 16

/** Who was called before, newest first; empty rows keep their place so that nothing jumps. */
export function HistoryPanel({ patients, rows }: { patients: Patient[]; rows: number }) {
  const height = Math.floor((ROWS_HEIGHT - GAP * (rows - 1)) / rows)
  return (
    <section className="stage__history">
      <div className="stage__columns">
        <span>NAME</span>
        <span>ROOM</span>
      </div>
      {Array.from({ length: rows }, (_, index) => {
        const patient = patients[index]
        return (
          <div
            key={patient?.id ?? `empty ${index}`}
            className={`stage__row ${patient ? 'stage__row--taken' : ''}`}
            style={{ height }}
          >
            <FittedText
              className="stage__row-name"
              text={patient ? nameOnTv(patient) : ''}
              width={362}
              height={height - ROW_PADDING}
              largest={50}
              smallest={22}
            />
            <FittedText
              className="stage__row-room"
              text={patient?.lastWindowName ?? ''}
              width={210}
              height={height - ROW_PADDING}
              largest={42}
              smallest={16}
            />
          </div>
        )
      })}
    </section>
  )
}
