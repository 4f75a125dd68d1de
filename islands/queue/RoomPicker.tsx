import { type ReactNode, useRef } from 'react'
import { formatNumber } from '#domain/patients/patient'
import type { Room } from '#domain/rooms/room'
import { RoomNow } from '../calling/RoomNow.tsx'
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
      {selected ? (
        <RoomNow
          number={selected.currentPatientNumber}
          name={selected.currentPatientName}
          free="This room is free."
        />
      ) : (
        <p className="room-picker__ask">Select the room you are calling from.</p>
      )}
      {children}
    </div>
  )
}
