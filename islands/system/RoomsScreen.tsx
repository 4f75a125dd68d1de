import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { getRoomNameProblem, type Room } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { api, unwrap } from '../data/api.ts'
import { POLLED_ROOMS } from '../data/polling-intervals.ts'
import { type Mutate, useResource } from '../data/resource.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { isTypedTooFar } from '../ui/hooks/use-rename.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { Table, TableCard } from '../ui/table/Table.tsx'
import { RoomRow } from './RoomRow.tsx'
import './RoomsScreen.css'

export default function RoomsScreen({ rooms: initial }: { rooms: Room[] }) {
  const load = () => unwrap(api.windows.$get())
  const { items: rooms, busy, mutate } = useResource('room-patients', load, initial, POLLED_ROOMS)
  const [dialog, ask] = useConfirm()
  const count = (matches: (room: Room) => boolean) => rooms.filter(matches).length

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
      <TableCard title="Room List" count={rooms.length} tools={<AddRoom mutate={mutate} />}>
        <Table
          label="Room List"
          titles={[['Room', '26%'], 'Currently Serving', ['State', '128']]}
          hasActions
          className="rooms-table"
        >
          {rooms.map(room => (
            <RoomRow key={room.id} {...{ room, mutate, ask }} isBusy={busy.has(room.id)} />
          ))}
        </Table>
      </TableCard>
      {dialog}
    </>
  )
}

function AddRoom({ mutate }: { mutate: Mutate }) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const problemId = useId()
  const problem = getRoomNameProblem(name)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const added = await mutate({
      done: ['Room successfully added'],
      failed: 'Failed to add room.',
      send: () => api.windows.$post({ json: { name } }),
    })
    setBusy(false)
    if (added) setName('')
  }

  return (
    <form className="add-room row" onSubmit={submit}>
      <h3 className="add-room__title soft small strong">Add New Room</h3>
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
        <p className="field__problem full-line" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
