import { Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { getListName } from '#domain/patients/patient'
import { getDeletionProblem, getRoomNameProblem, isDispensary, type Room } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { api, toPath, unwrap } from '../data/api.ts'
import { POLLED_ROOMS } from '../data/polling-intervals.ts'
import { type Mutate, useResource } from '../data/resource.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { type Question, useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { isTypedTooFar, type Rename, useRename } from '../ui/hooks/use-rename.ts'
import { NumberChip } from '../ui/NumberChip.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SummaryCards } from '../ui/SummaryCards.tsx'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
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

type RowProps = { room: Room; isBusy: boolean; mutate: Mutate; ask(question: Question): void }

const DELETE_CONFIRM_MS = 5_000
const ICON = { size: 16, 'aria-hidden': true }

function RoomRow({ room, isBusy, mutate, ask }: RowProps) {
  const { id, name, isActive, isPermanent, currentPatientLabel: label } = room
  const rename = useRename(name, {
    onRename: typed =>
      mutate({
        keys: [id],
        done: ['Room successfully updated'],
        failed: 'Failed to update room.',
        send: () => api.windows[':id'].$put({ ...toPath(room), json: { name: typed } }),
      }),
    getProblem: getRoomNameProblem,
  })
  const toggle = () =>
    mutate({
      keys: [id],
      done: ['Room status updated'],
      failed: 'Failed to change room status.',
      send: () => api.windows[':id'].status.$patch(toPath(room)),
    })
  const remove = () =>
    mutate({
      keys: [id],
      done: ['Room successfully deleted'],
      failed: 'Failed to delete room.',
      send: () => api.windows[':id'].$delete(toPath(room)),
    })

  function askToToggle() {
    if (!isActive || label === null) return toggle()
    const patient = `#${label} ${getListName({ name: room.currentPatientName })}`
    ask({
      title: `Deactivate ${name}?`,
      about: `${name} is serving ${patient}. Deactivate it anyway?`,
      canBeUndone: true,
      action: 'Deactivate room',
      Icon: Power,
      onConfirm: toggle,
    })
  }

  return (
    <TableRow
      name={name}
      isBusy={isBusy}
      isDim={!isActive}
      editor={rename.draft !== null && <NameEditor rename={rename} />}
      actions={[
        {
          label: 'Edit',
          icon: <Pencil {...ICON} />,
          disabledReason: isPermanent ? 'A permanent room cannot be renamed' : null,
          onSelect: rename.edit,
        },
        {
          label: isActive ? 'Deactivate' : 'Activate',
          icon: <Power {...ICON} />,
          onSelect: () => void askToToggle(),
        },
        {
          label: 'Delete',
          icon: <Trash2 {...ICON} />,
          confirmMs: DELETE_CONFIRM_MS,
          disabledReason: getDeletionProblem(room),
          onSelect: remove,
        },
      ]}
    >
      <RoomName name={name} isPermanent={isPermanent} />
      <Cell>
        <Occupant room={room} />
      </Cell>
      <Cell isAside>
        <ActiveBadge isActive={isActive} />
      </Cell>
    </TableRow>
  )
}

/** Shows 'Room 6 - Dr. Lim' in two lines. */
function RoomName({ name, isPermanent }: Pick<Room, 'name' | 'isPermanent'>) {
  const [room = '', ...person] = name.split(' - ')
  const below = person.join(' - ')
  return (
    <NameCell below={below ? <span translate="no">{below}</span> : isPermanent && 'permanent'}>
      <span translate="no">{room}</span>
      {below && <span className="visually-hidden"> - </span>}
    </NameCell>
  )
}

function Occupant({ room }: { room: Room }) {
  const { currentPatientLabel: label, currentPatientName: name } = room
  if (label === null) return <span className="soft">No patient</span>
  return (
    <span className="occupant line">
      <NumberChip label={label} state={isDispensary(room) ? 'dispensary' : 'called'} isSmall />{' '}
      <span translate="no">{getListName({ name })}</span>
    </span>
  )
}

function NameEditor({ rename }: { rename: Rename }) {
  const problemId = useId()
  // Keeps the focus in the field, because a blur would save the name.
  const keepFocus = { onMouseDown: (event: { preventDefault(): void }) => event.preventDefault() }
  return (
    <div className="row table-editor">
      <input
        className="input"
        aria-label="Room name"
        aria-invalid={rename.problem !== null}
        aria-describedby={rename.problem === null ? undefined : problemId}
        {...rename.field}
      />
      <Button variant="primary" {...keepFocus} onClick={rename.save}>
        Save
      </Button>
      <Button {...keepFocus} onClick={rename.cancel}>
        Cancel
      </Button>
      {rename.problem && (
        <p className="field__problem full-line" id={problemId} role="alert">
          {rename.problem}
        </p>
      )}
    </div>
  )
}
