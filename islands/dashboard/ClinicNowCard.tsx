import { getListName } from '#domain/patients/patient'
import type { ClinicNow } from '#domain/queue/lists'
import { isDispensary } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import { formatListLabel } from '../patients/dated-number.ts'
import { minutesWaited } from '../patients/waiting-time.ts'
import { NumberChip } from '../ui/NumberChip.tsx'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'

type Props = { clinic: ClinicNow; now: string }

export function ClinicNowCard({ clinic: { rooms, onHold, away }, now }: Props) {
  const held = onHold - away
  const missing = [away > 0 && `Away ${away}`, held > 0 && `On hold ${held}`].filter(Boolean)
  return (
    <TableCard
      title="Now"
      className="clinic-now"
      tools={<p className="soft">{missing.join(' · ')}</p>}
    >
      <Table
        label="Rooms"
        titles={[['Room', '24%'], 'Patient', ['Since', '148']]}
        className="clinic-now__rooms"
      >
        {rooms.map(line => (
          <RoomRow key={line.room} line={line} now={now} />
        ))}
      </Table>
    </TableCard>
  )
}

type RowProps = { line: ClinicNow['rooms'][number]; now: string }

function RoomRow({ line: { room, patient, since }, now }: RowProps) {
  const { place, doctor } = splitRoom({ name: room })
  const isInProgress = patient?.status === 'in-progress'
  const state = isDispensary({ name: room })
    ? 'dispensary'
    : isInProgress
      ? 'in-progress'
      : 'called'
  return (
    <tr className="table__row" translate="no">
      <NameCell below={doctor}>{place}</NameCell>
      <td>
        {patient ? (
          <span className="line strong small--tight">
            <NumberChip label={formatListLabel(patient)} state={state} isSmall />{' '}
            {getListName(patient)}
          </span>
        ) : (
          <span className="soft">No patient</span>
        )}
      </td>
      <Cell isAside>
        <span className="soft">
          {since === null ? 'Free' : describeSince(minutesWaited(since, now), isInProgress)}
        </span>
      </Cell>
    </tr>
  )
}

function describeSince(minutes: number, isInProgress: boolean) {
  if (isInProgress) return `In progress, ${minutes} min`
  return minutes < 1 ? 'Called just now' : `Called ${minutes} min ago`
}
