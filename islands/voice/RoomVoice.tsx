import { type ReactNode, useId } from 'react'
import type { Room } from '#domain/rooms/room'
import {
  findSpokenPlace,
  PLACE_TYPES,
  type PlaceType,
  type SpokenPlace,
} from '#domain/rooms/spoken-place'

type Props = {
  room: Room
  isBusy: boolean
  isRecorded: boolean
  twin: Room | null
  onChoose(spokenAs: PlaceType | null): void
  children: ReactNode
}

const NAMES: Record<PlaceType, string> = {
  room: 'Room',
  counter: 'Counter',
  consultation: 'Consultation room',
  treatment: 'Treatment room',
  dispensary: 'Dispensary',
  'x-ray': 'X-ray',
  lab: 'Lab',
  registration: 'Registration',
}

export function RoomVoice({ room, isBusy, isRecorded, twin, onChoose, children }: Props) {
  const id = useId()
  return (
    <li className="voice__room">
      <label className="strong breakable" htmlFor={id}>
        {room.name}
        {isRecorded && <span className="voice__hint soft">Its own recording is spoken.</span>}
        {twin && !isRecorded && (
          <span className="voice__hint bad">Sounds the same as {twin.name}.</span>
        )}
      </label>
      <select
        id={id}
        className="input"
        value={room.spokenAs ?? ''}
        aria-busy={isBusy}
        onChange={event => onChoose(PLACE_TYPES.find(type => type === event.target.value) ?? null)}
      >
        <option value="">{formatAutomatic(room)}</option>
        {PLACE_TYPES.map(type => (
          <option key={type} value={type}>
            {formatPlace(findSpokenPlace(room, type))}
          </option>
        ))}
      </select>
      {children}
    </li>
  )
}

function formatAutomatic(room: Room) {
  const place = findSpokenPlace(room)
  return place ? `By its name: ${formatPlace(place)}` : 'By its name: only the number'
}

function formatPlace(place: SpokenPlace | null) {
  return place ? `${NAMES[place.type]} ${place.digits}`.trim() : ''
}

/** Finds a room that is spoken the same, because patients could not tell the two apart. */
export function findSameSounding(room: Room, others: Room[]) {
  const spoken = formatSpoken(room)
  return (
    others.find(other => other.id !== room.id && spoken && formatSpoken(other) === spoken) ?? null
  )
}

function formatSpoken(room: Room) {
  return room.isActive ? formatPlace(findSpokenPlace(room, room.spokenAs)) : ''
}
