import { DoorOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatNumber, getListName } from '#domain/patients/patient'
import type { Room } from '#domain/rooms/room'
import type { useKeptFocus } from '../calling/use-kept-focus.ts'
import './RoomPicker.css'

type Props = {
  rooms: Room[]
  selected: Room | null
  /** What the room can do now. */
  children?: ReactNode
  bar?: ReturnType<typeof useKeptFocus<HTMLDivElement>>
  onSelect(id: number | null): void
}

/** The desk's own room: whom it serves, and what comes next. */
export function RoomPicker({ rooms, selected, children, bar, onSelect }: Props) {
  const wasPointed = useRef(false)

  return (
    <div {...bar} className="room-picker" data-empty={selected === null}>
      <DoorOpen className="room-picker__icon" size={22} aria-hidden />
      <label className="room-picker__field">
        <span className="field__label">Select Room for Call</span>
        <select
          className="input"
          value={selected?.id ?? ''}
          onPointerDown={() => (wasPointed.current = true)}
          onKeyDown={() => (wasPointed.current = false)}
          onChange={event => {
            onSelect(Number(event.target.value) || null)
            // The keys of the screen work outside a field.
            if (wasPointed.current) event.target.blur()
          }}
        >
          <option value="">Select a room</option>
          {rooms.map(room => (
            <option key={room.id} value={room.id}>
              {room.name}
              {room.currentPatientNumber && ` (#${formatNumber(room.currentPatientNumber)})`}
            </option>
          ))}
        </select>
      </label>
      <p className="room-picker__now" aria-live="polite">
        {selected === null ? 'Select the room you are calling from.' : formatOccupant(selected)}
      </p>
      {children}
    </div>
  )
}

function formatOccupant({ currentPatientNumber, currentPatientName }: Room) {
  if (currentPatientNumber === null) return 'This room is free.'
  return `Serving #${formatNumber(currentPatientNumber)} ${getListName({ name: currentPatientName })}`
}
