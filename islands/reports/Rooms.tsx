import type { RoomUse } from '#domain/reports/report'
import { groupDigits } from '#domain/text'
import { ReportCard } from './ReportCard.tsx'

export function Rooms({ rooms }: { rooms: RoomUse[] }) {
  const most = Math.max(1, ...rooms.map(({ patients }) => patients))
  return (
    <ReportCard title="Rooms" sentence="Patients, and median minutes with each.">
      <table className="reports__rooms">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Room</th>
            <td />
            <th scope="col">Patients</th>
            <th scope="col">Minutes</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ room, patients, minutes }) => (
            <tr key={room}>
              <th scope="row">{room}</th>
              <td>
                <svg className="reports__track" aria-hidden>
                  <rect className="bars__track" width="100%" height={12} rx={4} />
                  <rect
                    className="bars__value"
                    width={`${((100 * patients) / most).toFixed(2)}%`}
                    height={12}
                    rx={4}
                  />
                </svg>
              </td>
              <td>{groupDigits(patients)}</td>
              <td className="soft">{minutes === null ? 'under 5' : `${minutes} min`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ReportCard>
  )
}
