import { useRef } from 'react'
import type { Room } from '#domain/rooms/room'

type Props = { rooms: Room[]; selected: Room | null; onSelect(id: number | null): void }

export function RoomPicker({ rooms, selected, onSelect }: Props) {
  const wasPointed = useRef(false)

  return (
    <label className="room-picker">
      <span className="room-picker__label">Select Room for Call</span>
      <select
        translate="no"
        className="input"
        value={selected?.id ?? ''}
        onPointerDown={() => (wasPointed.current = true)}
        onKeyDown={() => (wasPointed.current = false)}
        onChange={event => {
          onSelect(Number(event.target.value) || null)
          // Leaves the field, because hotkeys work only outside fields.
          if (wasPointed.current) event.target.blur()
        }}
      >
        <option value="">Select a room</option>
        {rooms.map(room => (
          <option key={room.id} value={room.id}>
            {room.name}
            {room.id !== selected?.id &&
              room.currentPatientLabel &&
              ` (#${room.currentPatientLabel})`}
          </option>
        ))}
      </select>
    </label>
  )
}
