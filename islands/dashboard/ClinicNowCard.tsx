import { getListName } from '#domain/patients/patient'
import type { ClinicNow } from '#domain/queue/lists'
import { isDispensary } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import { minutesWaited } from '../patients/waiting-time.ts'
import { NumberChip } from '../ui/NumberChip.tsx'
import './ClinicNowCard.css'

type Props = { clinic: ClinicNow; now: string }

export function ClinicNowCard({ clinic: { rooms, onHold, away }, now }: Props) {
  const held = onHold - away
  const missing = [away > 0 && `Away ${away}`, held > 0 && `Held ${held}`].filter(Boolean)
  return (
    <section className="clinic-now frame">
      <header className="clinic-now__bar">
        <h2 className="clinic-now__title">Now</h2>
        <p className="soft">{missing.join(' · ')}</p>
      </header>
      <table className="clinic-now__rooms" aria-label="Rooms">
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Patient</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map(line => (
            <RoomRow key={line.room} line={line} now={now} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { line: ClinicNow['rooms'][number]; now: string }

function RoomRow({ line: { room, patient, since }, now }: RowProps) {
  const { place, doctor } = splitRoom({ name: room })
  if (!patient || since === null) {
    return (
      <tr>
        <RoomName place={place} doctor={doctor} />
        <td className="soft">No patient</td>
        <td className="soft">Free</td>
      </tr>
    )
  }
  const minutes = minutesWaited(since, now)
  const isInProgress = patient.status === 'in-progress'
  const state = isDispensary({ name: room })
    ? 'dispensary'
    : isInProgress
      ? 'in-progress'
      : 'called'
  return (
    <tr>
      <RoomName place={place} doctor={doctor} />
      <td translate="no">
        <span className="clinic-now__patient">
          <NumberChip number={patient.number} state={state} isSmall />
          {getListName(patient)}
        </span>
      </td>
      <td className="soft">
        {isInProgress
          ? `In progress, ${minutes} min`
          : minutes < 1
            ? 'Called just now'
            : `Called ${minutes} min ago`}
      </td>
    </tr>
  )
}

function RoomName({ place, doctor }: { place: string; doctor: string }) {
  return (
    <th scope="row" translate="no">
      {place}
      {doctor && <small>{doctor}</small>}
    </th>
  )
}
