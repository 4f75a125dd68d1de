import { formatNumber, getListName } from '#domain/patients/patient'
import type { ClinicNow, RoomLine, TvCounts } from '#domain/queue/lists'
import { getClinicMinute } from '#domain/time'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import './ClinicNowCard.css'

type Props = { clinic: ClinicNow & { tvs: TvCounts }; timeZone: string }

/** A line for each active room, and who waits longest. */
export function ClinicNowCard({ clinic, timeZone }: Props) {
  const { rooms, longestWait, onHold, tvs } = clinic
  const longest = longestWait
    ? `Longest wait: #${formatNumber(longestWait.number)}, since ${getClinicMinute(longestWait.since, timeZone)}`
    : 'Nobody is waiting'
  return (
    <Card title="Now" className="clinic-now">
      <ul className="clinic-now__rooms" aria-label="Rooms">
        {rooms.map(line => (
          <li
            key={line.room}
            className="clinic-now__room breakable"
            data-free={line.patient === null}
          >
            <strong>{line.room}</strong> <span>{describe(line, timeZone)}</span>
          </li>
        ))}
      </ul>
      <p className="clinic-now__others soft">
        {longest} · On hold: {onHold} · TVs: {tvs.on} on
      </p>
      {tvs.silent[0] && <Alert>Silent TVs: {tvs.silent.join(', ')}</Alert>}
    </Card>
  )
}

function describe({ patient, since }: RoomLine, timeZone: string) {
  if (!patient) return 'free'
  const who = `#${formatNumber(patient.number)} ${getListName(patient)}`
  return since ? `${who}, since ${getClinicMinute(since, timeZone)}` : who
}
