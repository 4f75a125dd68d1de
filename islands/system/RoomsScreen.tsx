import { useSignals } from '@preact/signals-react/runtime'
import { DoorClosed, DoorOpen, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Room } from '#domain/rooms/room'
import { Card } from '../ui/Card.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { AddRoom } from './AddRoom.tsx'
import { RoomCard } from './RoomCard.tsx'
import { createRoomsModel } from './rooms-model.ts'
import './RoomsScreen.css'

export default function RoomsScreen(initial: { rooms: Room[] }) {
  useSignals()
  const [model] = useState(() => createRoomsModel(initial))
  useWatch(model.rooms)
  const rooms = model.rooms.data.value
  const busy = model.busy.value
  const count = (matches: (room: Room) => boolean) => rooms.filter(matches).length

  return (
    <>
      <PageHeader title="System Management" about="Manage treatment rooms and window settings" />
      <SummaryCards
        cards={[
          { title: 'Total Rooms', value: rooms.length, Icon: DoorClosed },
          { title: 'Active Rooms', value: count(room => room.isActive), Icon: DoorOpen },
          {
            title: 'In Use',
            value: count(room => room.currentPatientId !== null),
            Icon: UserRound,
          },
        ]}
      />
      <Card title="Add New Room">
        <AddRoom isBusy={busy.has('add')} onAdd={model.add} />
      </Card>
      <section className="section" aria-label="Room List">
        <h2 className="section-title">
          Room List <span className="count">({rooms.length})</span>
        </h2>
        <ul className="rooms__cards">
          {rooms.map(room => (
            <RoomCard
              key={room.id}
              room={room}
              isBusy={busy.has(room.id)}
              onRename={input => model.rename(room, input)}
              onToggle={() => model.toggle(room)}
              onDelete={() => model.remove(room)}
            />
          ))}
        </ul>
      </section>
    </>
  )
}
