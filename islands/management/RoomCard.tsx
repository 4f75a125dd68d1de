import { Pencil, Power, Save, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { nameOnLists, paddedNumber } from '#clinic/patient'
import {
  DELETE_CONFIRM_REVERTS_AFTER_MS,
  ROOM_NAME_MAX,
  type Room,
  refuseToDelete,
} from '#clinic/room'
import { ActiveBadge } from '../parts/ActiveBadge.tsx'
import { Button } from '../parts/Button.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'

type Props = {
  room: Room
  isBusy: boolean
  onRename(name: string): void
  onToggle(): void
  onDelete(): void
}

export function RoomCard({ room, isBusy, onRename, onToggle, onDelete }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  // Escape takes the input away, and a vanishing input tells its last value once more by blur.
  const isCancelled = useRef(false)

  function save() {
    if (draft === null || isCancelled.current) return
    setDraft(null)
    onRename(draft)
  }

  function edit() {
    isCancelled.current = false
    setDraft(room.name)
  }

  function key(pressed: string) {
    if (pressed === 'Enter') save()
    if (pressed !== 'Escape') return
    isCancelled.current = true
    setDraft(null)
  }

  return (
    <li className="room-card" data-active={room.isActive} aria-busy={isBusy}>
      <div className="room-card__head">
        {draft === null ? (
          <h3 className="room-card__name">{room.name}</h3>
        ) : (
          <input
            className="input"
            aria-label="Room name"
            value={draft}
            maxLength={ROOM_NAME_MAX}
            // biome-ignore lint/a11y/noAutofocus: Edit was just pressed
            autoFocus
            onFocus={event => event.target.select()}
            onChange={event => setDraft(event.target.value)}
            onKeyDown={event => key(event.key)}
            onBlur={save}
          />
        )}
        <ActiveBadge isActive={room.isActive} />
      </div>
      <p className="room-card__now">
        <span>Currently Serving</span>
        <strong>{serving(room)}</strong>
      </p>
      <div className="room-card__actions">
        {draft === null ? (
          <Button disabled={isBusy || room.isPermanent} title={permanent(room)} onClick={edit}>
            <Pencil size={16} aria-hidden />
            Edit
          </Button>
        ) : (
          <Button look="primary" onClick={save}>
            <Save size={16} aria-hidden />
            Save
          </Button>
        )}
        <Button disabled={isBusy} onClick={onToggle}>
          <Power size={16} aria-hidden />
          {room.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <ConfirmButton
          label="Delete"
          icon={<Trash2 size={16} aria-hidden />}
          revertsAfterMs={DELETE_CONFIRM_REVERTS_AFTER_MS}
          disabledBecause={isBusy ? '' : refuseToDelete(room)}
          onConfirm={onDelete}
        />
      </div>
    </li>
  )
}

function serving({ currentPatientNumber, currentPatientName }: Room) {
  if (currentPatientNumber === null) return 'No patient'
  return `#${paddedNumber(currentPatientNumber)} ${nameOnLists({ name: currentPatientName })}`
}

function permanent({ isPermanent }: Room) {
  return isPermanent ? 'A permanent room cannot be renamed' : undefined
}
