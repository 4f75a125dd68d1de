import { useSignals } from '@preact/signals-react/runtime'
import { DoorClosed, DoorOpen, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Room } from '#domain/rooms/room'
import { useWatch } from '../data/use-watch.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { AddRoom } from './AddRoom.tsx'
import { RoomCard } from './RoomCard.tsx'
import { createRoomsModel } from './rooms-model.ts'

/** Which rooms there are, and which of them are open. */
export default function RoomsScreen(first: { rooms: Room[] }) {
  useSignals()
  const [desk] = useState(() => createRoomsModel(first))
  useWatch(desk.rooms)
  const rooms = desk.rooms.data.value

  return (
    <>
      <PageHeader title="System Management" about="Manage treatment rooms and window settings" />
      <SummaryCards
        cards={[
          { title: 'Total Rooms', value: rooms.length, Icon: DoorClosed },
          { title: 'Active Rooms', value: desk.active.value, Icon: DoorOpen },
          { title: 'In Use', value: desk.inUse.value, Icon: UserRound },
        ]}
      />
      <Card title="Add New Room">
        <AddRoom isBusy={desk.isAdding.value} onAdd={desk.add} />
      </Card>
      <section className="rooms" aria-label="Room List">
        <h2 className="rooms__title">
          Room List <span className="count">({rooms.length})</span>
        </h2>
        {rooms.length === 0 && <EmptyState words="No rooms yet" hint="Add the first one above." />}
        <ul className="rooms__cards">
          {rooms.map(room => (
            <RoomCard
              key={room.id}
              room={room}
              isBusy={desk.busyIds.value.has(room.id)}
              onRename={name => desk.rename(room, name)}
              onToggle={() => desk.toggle(room)}
              onDelete={() => desk.remove(room)}
            />
          ))}
        </ul>
      </section>
    </>
  )
}
