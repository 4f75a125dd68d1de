import { useSignals } from '@preact/signals-react/runtime'
import { Plus, Power } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { getListName } from '#domain/patients/patient'
import { getRoomNameProblem, type Room, type RoomInput } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { isTypedTooFar } from '../ui/hooks/use-rename.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { Table, TableCard } from '../ui/table/Table.tsx'
import { RoomRow } from './RoomRow.tsx'
import { createRoomsModel } from './rooms-model.ts'
import './RoomsScreen.css'

export default function RoomsScreen(initial: { rooms: Room[] }) {
  useSignals()
  const [model] = useState(() => createRoomsModel(initial))
  const [dialog, ask] = useConfirm()
  useWatch(model.rooms)
  const rooms = model.rooms.data.value
  const busy = model.busy.value
  const count = (matches: (room: Room) => boolean) => rooms.filter(matches).length

  function askToToggle(room: Room) {
    const { name, isActive, currentPatientLabel: label, currentPatientName } = room
    if (!isActive || label === null) return model.toggle(room)
    const patient = `#${label} ${getListName({ name: currentPatientName })}`
    ask({
      title: `Deactivate ${name}?`,
      about: `${name} is serving ${patient}. Deactivate it anyway?`,
      canBeUndone: true,
      action: 'Deactivate room',
      Icon: Power,
      onConfirm: () => model.toggle(room),
    })
  }

  return (
    <>
      <PageHeader title="System Management" about="Manage treatment rooms and window settings" />
      <SummaryCards
        cards={[
          { title: 'Total Rooms', value: rooms.length },
          { title: 'Active Rooms', value: count(room => room.isActive) },
          { title: 'In Use', value: count(room => room.currentPatientId !== null) },
        ]}
      />
      <TableCard
        title="Room List"
        count={rooms.length}
        tools={<AddRoom isBusy={busy.has('add')} onAdd={model.add} />}
      >
        <Table
          label="Room List"
          titles={['Room', 'Currently Serving', 'State']}
          hasActions
          className="rooms-table"
        >
          {rooms.map(room => (
            <RoomRow
              key={room.id}
              room={room}
              isBusy={busy.has(room.id)}
              onRename={input => model.rename(room, input)}
              onToggle={() => askToToggle(room)}
              onDelete={() => model.remove(room)}
            />
          ))}
        </Table>
      </TableCard>
      {dialog}
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
    <form className="add-room" onSubmit={submit}>
      <h3 className="add-room__title">Add New Room</h3>
      <input
        className="input"
        value={name}
        aria-label="Room Name"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder="Room 6 - Dr. Lim"
        autoComplete="off"
        onChange={event => !isTypedTooFar(event, getRoomNameProblem) && setName(event.target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={isBusy || cleanName(name) === '' || problem !== null}
      >
        <Plus size={18} aria-hidden />
        Add
      </Button>
      {problem && (
        <p className="field__problem add-room__problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
