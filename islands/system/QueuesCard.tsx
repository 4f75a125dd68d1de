import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { api, unwrap } from '../data/api.ts'
import { POLLED_ROOMS } from '../data/polling-intervals.ts'
import { useResource } from '../data/resource.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { Table, TableCard } from '../ui/table/Table.tsx'
import { QueueForm, type QueueId } from './QueueForm.tsx'
import { QueueRow } from './QueueRow.tsx'
import { GeneralNote, ServingRooms } from './ServingRooms.tsx'

export type QueuesData = { queues: ClinicQueue[]; rooms: Room[] }

type Props = QueuesData & { isAdding: boolean; empty: ReactNode }

export default function QueuesCard({ isAdding, empty, ...initial }: Props) {
  const load = () => unwrap(api.queues.$get())
  const list = useResource<ClinicQueue[], QueueId>('queues', load, initial.queues, { every: null })
  const { items: queues, busy, mutate } = list
  const loadRooms = () => unwrap(api.windows.$get())
  const { items: rooms, refetch } = useResource('rooms', loadRooms, initial.rooms, POLLED_ROOMS)
  const [edited, setEdited] = useState<QueueId | null>(isAdding ? 'new' : null)
  const [dialog, ask] = useConfirm()
  // Refetches, because the page's rooms may be out of date when this card is loaded.
  useEffect(() => {
    if (edited !== null) void refetch().catch(() => {})
  }, [edited, refetch])

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
      {queues.length === 0 && edited !== 'new' && empty}
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
              {...{ queue, mutate, ask }}
              isBusy={busy.has(queue.id)}
              editor={edited === queue.id && renderForm(queue)}
              rooms={<ServingRooms queue={queue} queues={queues} rooms={rooms} />}
              onEdit={() => setEdited(queue.id)}
            />
          ))}
        </Table>
      )}
      <GeneralNote queues={queues} rooms={rooms} />
      {dialog}
    </TableCard>
  )
}
