import { formatNumber, getListName } from '#domain/patients/patient'
import type { Estimates, WaitingRange } from '#domain/queue/estimates'
import type { ClinicNow, TvCounts } from '#domain/queue/lists'
import { getClinicMinute, type TimeZone } from '#domain/time'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import './DashboardScreen.css'

type Props = { clinic: ClinicNow & { tvs: TvCounts; estimates: Estimates }; timeZone: TimeZone }

export function ClinicNowCard({ clinic, timeZone }: Props) {
  const { rooms, longestWait, onHold, tvs, estimates } = clinic
  const { count, inside } = estimates.coverage
  const longest = longestWait
    ? `#${formatNumber(longestWait.number)}, since ${getClinicMinute(longestWait.since, timeZone)}`
    : 'Nobody is waiting'
  return (
    <Card title="Now" className="clinic-now">
      <div className="clinic-now__columns">
        <table className="clinic-now__rooms" aria-label="Rooms">
          <thead>
            <tr>
              {['Room', 'Number', 'Name', 'Since'].map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rooms.map(({ room, patient, since }) => (
              <tr key={room}>
                <th scope="row" translate="no">
                  {room}
                </th>
                <td translate="no">{patient && `#${formatNumber(patient.number)}`}</td>
                <td translate={patient ? 'no' : undefined}>
                  {patient ? getListName(patient) : 'free'}
                </td>
                <td>{since && getClinicMinute(since, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="clinic-now__figures">
          <dt>Longest wait</dt>
          <dd>{longest}</dd>
          <dt>On hold</dt>
          <dd>{onHold}</dd>
          <dt>TVs</dt>
          <dd>{tvs.on} on</dd>
          {estimates.general && (
            <>
              <dt>Waiting time</dt>
              <dd>
                {formatRange(estimates.general)}
                {count > 0 && (
                  <small className="soft"> {`${inside} of ${count} right today`}</small>
                )}
              </dd>
            </>
          )}
        </dl>
      </div>
      {tvs.silent[0] && <Alert>Silent TVs: {tvs.silent.join(', ')}</Alert>}
    </Card>
  )
}

function formatRange({ low, high }: WaitingRange) {
  return low === 0 ? `up to ${high} min` : `about ${low} to ${high} min`
}
