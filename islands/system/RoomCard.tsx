import { Power, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { formatNumber, getListName } from '#domain/patients/patient'
import {
  getDeletionProblem,
  getRoomNameProblem,
  type Room,
  type RoomInput,
} from '#domain/rooms/room'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { RenameButton } from '../ui/buttons/RenameButton.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'

type Props = {
  room: Room
  isBusy: boolean
  onRename(input: RoomInput): Promise<boolean>
  onToggle(): void
  onDelete(): void
}

export function RoomCard({ room, isBusy, onRename, onToggle, onDelete }: Props) {
  const rename = useRename(room.name, {
    onRename: name => onRename({ name }),
    getProblem: getRoomNameProblem,
  })
  const problemId = useId()

  return (
    <li className="room-card frame" aria-busy={isBusy}>
      <div className="room-card__head">
        {rename.draft === null ? (
          <h3 className="room-card__name" translate="no">
            {room.name}
          </h3>
        ) : (
          <input
            className="input"
            aria-label="Room name"
            aria-invalid={rename.problem !== null}
            aria-describedby={rename.problem === null ? undefined : problemId}
            {...rename.field}
          />
        )}
        <ActiveBadge isActive={room.isActive} />
      </div>
      {rename.problem && (
        <p className="field__problem" id={problemId} role="alert">
          {rename.problem}
        </p>
      )}
      <p className="room-card__now soft">
        <span>Currently Serving</span>
        <strong translate="no">{formatOccupant(room)}</strong>
      </p>
      <fieldset className="row-actions" aria-label={room.name}>
        <RenameButton
          rename={rename}
          label="Edit"
          disabled={isBusy}
          disabledReason={room.isPermanent ? 'A permanent room cannot be renamed' : null}
        />
        <Button disabled={isBusy} onClick={() => confirmToggle(room) && onToggle()}>
          <Power size={16} aria-hidden />
          {room.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <ConfirmButton
          label="Delete"
          icon={<Trash2 size={16} aria-hidden />}
          disabledReason={isBusy ? '' : getDeletionProblem(room)}
          onConfirm={onDelete}
        />
      </fieldset>
    </li>
  )
}

/** A room that serves somebody is not deactivated by a slip. */
function confirmToggle(room: Room) {
  if (!room.isActive || room.currentPatientNumber === null) return true
  return confirm(`${room.name} is serving ${formatOccupant(room)}. Deactivate it all the same?`)
}

function formatOccupant({ currentPatientNumber, currentPatientName }: Room) {
  if (currentPatientNumber === null) return 'No patient'
  return `#${formatNumber(currentPatientNumber)} ${getListName({ name: currentPatientName })}`
}
