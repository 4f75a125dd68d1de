import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { getRoomNameProblem, type Room, type RoomInput } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
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
          { title: 'Total Rooms', value: rooms.length },
          { title: 'Active Rooms', value: count(room => room.isActive) },
          {
            title: 'In Use',
            value: count(room => room.currentPatientId !== null),
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
        <ul className="rooms__cards stack">
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

type AddProps = { isBusy: boolean; onAdd(input: RoomInput): Promise<boolean> }

function AddRoom({ isBusy, onAdd }: AddProps) {
  const [name, setName] = useState('')
  const problemId = useId()
  const problem = getRoomNameProblem(name)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Text typed meanwhile belongs to the next room.
    if (await onAdd({ name })) setName(current => (current === name ? '' : current))
  }

  return (
    <form className="inline-form" onSubmit={submit}>
      <label className="field">
        <span className="field__label">Room Name</span>
        <input
          className="input"
          value={name}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          placeholder="Room 6 - Dr. Lim"
          autoComplete="off"
          onChange={event => setName(event.target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="primary"
        disabled={isBusy || cleanName(name) === '' || problem !== null}
      >
        <Plus size={18} aria-hidden />
        Add
      </Button>
      {problem && (
        <p className="field__problem inline-form__problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
