import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type ClinicQueue, GENERAL, type QueueInput } from '#domain/queues/patient-queue'
import { pluralize } from '#domain/text'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { type Question, useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { Cell, NameCell, Table, TableCard } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import { NoQueues } from './NoQueues.tsx'
import { QueueForm } from './QueueForm.tsx'
import { createQueuesModel, type QueuesData } from './queues-model.ts'
import { GeneralNote, ServingRooms } from './ServingRooms.tsx'

type Props = QueuesData & { isAdding?: boolean }

const ICON = { size: 16, 'aria-hidden': true }

export default function QueuesCard({ isAdding = false, ...initial }: Props) {
  useSignals()
  const [model] = useState(() => createQueuesModel(initial))
  const [edited, setEdited] = useState<number | 'new' | null>(isAdding ? 'new' : null)
  const [dialog, ask] = useConfirm()
  useWatch(model.queues, model.rooms)
  // The rooms of the page may be older than the card, which is loaded when it is needed.
  useEffect(() => {
    if (edited !== null) void model.rooms.refetch().catch(() => {})
  }, [edited, model])
  const queues = model.queues.data.value
  const rooms = model.rooms.data.value
  const busy = model.busy.value

  async function save(queue: ClinicQueue | null, input: QueueInput) {
    if (!(await model.save(queue?.id ?? null, input))) return
    // Another form may be open by now.
    setEdited(open => (open === (queue?.id ?? 'new') ? null : open))
  }

  function renderForm(queue: ClinicQueue | null) {
    return (
      <QueueForm
        queue={queue}
        rooms={rooms}
        queues={queues}
        isBusy={busy.has(queue?.id ?? 'add')}
        onSave={input => void save(queue, input)}
        onCancel={() => setEdited(null)}
      />
    )
  }

  async function askBefore(queue: ClinicQueue, question: Omit<Question, 'about'>) {
    const use = await model.findUse(queue)
    if (use === null) return
    const moved = `${pluralize(use.waiting, 'patient')} of ${queue.name} will wait in ${GENERAL} and stay there.`
    const about = use.waiting === 0 ? `Nobody waits for ${queue.name}.` : moved
    const tvs = `Its TVs (${use.tvs.join(', ')}) may not show calls of ${GENERAL}: see Displays.`
    ask({ ...question, about: use.tvs.length === 0 ? about : `${about} ${tvs}` })
  }

  function toggle(queue: ClinicQueue) {
    const { id, name, isActive } = queue
    const onConfirm = () => void model.save(id, { ...queue, isActive: !isActive })
    if (!isActive) return onConfirm()
    const title = `Deactivate ${name}?`
    const action = 'Deactivate queue'
    void askBefore(queue, { title, canBeUndone: true, action, Icon: Power, onConfirm })
  }

  function remove(queue: ClinicQueue) {
    const title = `Delete the queue ${queue.name}?`
    const onConfirm = () => model.remove(queue)
    void askBefore(queue, { title, action: 'Delete queue', onConfirm })
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
      {queues.length === 0 && edited !== 'new' && <NoQueues />}
      {queues.length > 0 && (
        <Table
          label="Queues"
          titles={['Queue', 'Rooms', 'State']}
          hasActions
          className="queues-table"
        >
          {queues.map(queue => (
            <QueueRow
              key={queue.id}
              queue={queue}
              isBusy={busy.has(queue.id)}
              editor={edited === queue.id && renderForm(queue)}
              rooms={<ServingRooms queue={queue} queues={queues} rooms={rooms} />}
              onEdit={() => setEdited(queue.id)}
              onToggle={() => toggle(queue)}
              onRemove={() => remove(queue)}
            />
          ))}
        </Table>
      )}
      <GeneralNote queues={queues} rooms={rooms} />
      {dialog}
    </TableCard>
  )
}

type RowProps = {
  queue: ClinicQueue
  isBusy: boolean
  editor: ReactNode
  rooms: ReactNode
  onEdit(): void
  onToggle(): void
  onRemove(): void
}

function QueueRow({ queue, isBusy, editor, rooms, onEdit, onToggle, onRemove }: RowProps) {
  const { name, prefix, isActive } = queue
  const toggle = isActive ? 'Deactivate' : 'Activate'
  return (
    <TableRow
      name={name}
      isBusy={isBusy}
      isDim={!isActive}
      editor={editor}
      actions={[
        { label: 'Edit', icon: <Pencil {...ICON} />, onSelect: onEdit },
        { label: toggle, icon: <Power {...ICON} />, onSelect: onToggle },
        { label: 'Delete', icon: <Trash2 {...ICON} />, onSelect: onRemove },
      ]}
    >
      <NameCell below={prefix && `Numbers ${prefix}001, ${prefix}002 …`}>
        <span translate="no">{name}</span>
      </NameCell>
      <Cell>{rooms}</Cell>
      <Cell isAside>
        <ActiveBadge isActive={isActive} />
      </Cell>
    </TableRow>
  )
}
