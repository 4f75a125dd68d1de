import { Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isMovable, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { type ClinicQueue, GENERAL, getRoomsOf, listActive } from '#domain/queues/patient-queue'
import { getCallableRooms, type Room } from '#domain/rooms/room'
import { pluralize } from '#domain/text'
import { api, getErrorMessage, toPath, unwrap } from '../data/api.ts'
import { POLLED_ROOMS } from '../data/polling-intervals.ts'
import { type Mutate, useResource } from '../data/resource.ts'
import { toastError } from '../data/toasts.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { type Question, useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import { QueueForm, type QueueId, saveQueue } from './QueueForm.tsx'

type Props = { queues: ClinicQueue[]; rooms: Room[] }

export default function QueuesCard(initial: Props) {
  const load = () => unwrap(api.queues.$get())
  const list = useResource<ClinicQueue[], QueueId>('queues', load, initial.queues, { every: null })
  const { items: queues, busy, mutate } = list
  const loadRooms = () => unwrap(api.windows.$get())
  const { items: rooms } = useResource('rooms', loadRooms, initial.rooms, POLLED_ROOMS)
  const [edited, setEdited] = useState<QueueId | null>(null)
  const [dialog, ask] = useConfirm()
  const isGeneralCalled = getRoomsOf(null, queues, getCallableRooms(rooms)).length > 0

  function renderForm(queue: ClinicQueue | null) {
    const id = queue?.id ?? 'new'
    return (
      <QueueForm
        {...{ queue, rooms, queues, mutate }}
        isBusy={busy.has(id)}
        // Closes only this form, because the user may have opened another.
        onSaved={() => setEdited(open => (open === id ? null : open))}
        onCancel={() => setEdited(null)}
      />
    )
  }

  return (
    <TableCard
      title="Queues"
      count={queues.length}
      className="section"
      tools={
        <Button disabled={edited === 'new'} onClick={() => setEdited('new')}>
          <Plus size={18} aria-hidden />
          Add queue
        </Button>
      }
    >
      {edited === 'new' && renderForm(null)}
      {queues.length === 0 && edited !== 'new' && (
        <p className="table-card__note row soft small">
          For a clinic with several doctors or services: a queue for each doctor, or one for blood
          tests.
        </p>
      )}
      {queues.length > 0 && (
        <Table
          label="Queues"
          titles={[['Queue', '26%'], 'Rooms', ['State', '128']]}
          hasActions
          className="queues-table"
        >
          {queues.map(queue => (
            <QueueRow
              key={queue.id}
              {...{ queue, queues, rooms, mutate, ask }}
              isBusy={busy.has(queue.id)}
              editor={edited === queue.id && renderForm(queue)}
              onEdit={() => setEdited(queue.id)}
            />
          ))}
        </Table>
      )}
      {/* General has no row in the table. */}
      {!isGeneralCalled && listActive(queues).length > 0 && (
        <p className="table-card__note row soft small">
          <span className="badge tone--requeue">No active room calls General</span>
          Patients without a queue are not called automatically.
        </p>
      )}
      {dialog}
    </TableCard>
  )
}

type RowProps = {
  queue: ClinicQueue
  queues: ClinicQueue[]
  rooms: Room[]
  isBusy: boolean
  editor: ReactNode
  mutate: Mutate<QueueId>
  ask(question: Question): void
  onEdit(): void
}

const ICON = { size: 16, 'aria-hidden': true }

function QueueRow({ queue, queues, rooms, isBusy, editor, ...props }: RowProps) {
  const { mutate, ask, onEdit } = props
  const { id, name, prefix, isActive } = queue

  async function askBefore(question: Question) {
    const about = await describeUse(queue)
    if (about !== null) ask({ about, ...question })
  }

  function toggle() {
    const onConfirm = () => void saveQueue(mutate, id, { ...queue, isActive: !isActive })
    if (!isActive) return onConfirm()
    const [title, action] = [`Deactivate ${name}?`, 'Deactivate queue']
    void askBefore({ title, canBeUndone: true, action, Icon: Power, onConfirm })
  }

  function remove() {
    const onConfirm = () =>
      mutate({
        keys: [id],
        done: ['Queue deleted'],
        failed: 'Failed to delete the queue.',
        send: () => api.queues[':id'].$delete(toPath(queue)),
      })
    void askBefore({ title: `Delete the queue ${name}?`, action: 'Delete queue', onConfirm })
  }

  return (
    <TableRow
      name={name}
      isBusy={isBusy}
      isDim={!isActive}
      editor={editor}
      actions={[
        { label: 'Edit', icon: <Pencil {...ICON} />, onSelect: onEdit },
        {
          label: isActive ? 'Deactivate' : 'Activate',
          icon: <Power {...ICON} />,
          onSelect: toggle,
        },
        { label: 'Delete', icon: <Trash2 {...ICON} />, onSelect: remove },
      ]}
    >
      <NameCell below={prefix && `Numbers ${prefix}001, ${prefix}002 …`}>
        <span translate="no">{name}</span>
      </NameCell>
      <Cell>
        <ServingRooms {...{ queue, queues, rooms }} />
      </Cell>
      <Cell isAside>
        <ActiveBadge isActive={isActive} />
      </Cell>
    </TableRow>
  )
}

type ServingProps = Pick<RowProps, 'queue' | 'queues' | 'rooms'>

function ServingRooms({ queue, queues, rooms }: ServingProps) {
  const serving = getRoomsOf(queue.id, queues, getCallableRooms(rooms))
  if (queue.isActive && serving.length === 0) {
    return <span className="badge tone--requeue">No active room</span>
  }
  const names = rooms.filter(({ id }) => queue.roomIds.includes(id)).map(({ name }) => name)
  const all = queue.servesGeneral ? [...names, `also ${GENERAL}`] : names
  return <span translate="no">{all.join(', ')}</span>
}

/** Describes a queue's patients and TVs. Null, after a toast, if they cannot be loaded. */
async function describeUse({ id, name }: ClinicQueue) {
  try {
    const patients: Patient[] = (await unwrap(api.patients.$get())).map(fromPatientJson)
    const devices = await unwrap(api['tv-devices'].$get({ query: {} }))
    const waiting = patients.filter(one => one.queue?.id === id && isMovable(one)).length
    const tvs = devices.filter(({ options }) => options.queues.includes(id))
    const about =
      waiting === 0
        ? `No patients are waiting for ${name}.`
        : `${pluralize(waiting, 'patient')} of ${name} will wait in ${GENERAL} and stay there.`
    const names = tvs.map(tv => tv.name).join(', ')
    const note = `Its TVs (${names}) may not show calls of ${GENERAL}: see Displays.`
    return tvs.length === 0 ? about : `${about} ${note}`
  } catch (cause) {
    toastError(getErrorMessage(cause, 'Could not check who is waiting. Please try again.'))
    return null
  }
}
