import { DoorOpen } from 'lucide-react'
import { formatNumber, getListName } from '#domain/patients/patient'
import type { Room } from '#domain/rooms/room'
import './RoomPicker.css'

type Props = { rooms: Room[]; selected: Room | null; onSelect(id: number | null): void }

export function RoomPicker({ rooms, selected, onSelect }: Props) {
  return (
    <div className="room-picker" data-empty={selected === null}>
      <DoorOpen className="room-picker__icon" size={22} aria-hidden />
      <label className="room-picker__field">
        <span className="field__label">Select Room for Call</span>
        <select
          className="input"
          value={selected?.id ?? ''}
          onChange={event => onSelect(Number(event.target.value) || null)}
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
    </div>
  )
}

function formatOccupant({ currentPatientNumber, currentPatientName }: Room) {
  if (currentPatientNumber === null) return 'This room is free.'
  return `Serving #${formatNumber(currentPatientNumber)} ${getListName({ name: currentPatientName })}`
}
