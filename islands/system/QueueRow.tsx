import { Pencil, Power, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMovable, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { type ClinicQueue, GENERAL } from '#domain/queues/patient-queue'
import { pluralize } from '#domain/text'
import { api, getErrorMessage, toPath, unwrap } from '../data/api.ts'
import type { Mutate } from '../data/resource.ts'
import { toastError } from '../data/toasts.ts'
import { ActiveBadge } from '../ui/ActiveBadge.tsx'
import type { Question } from '../ui/confirm/ConfirmDialog.tsx'
import { Cell, NameCell } from '../ui/table/Table.tsx'
import { TableRow } from '../ui/table/TableRow.tsx'
import { type QueueId, saveQueue } from './QueueForm.tsx'

type Props = {
  queue: ClinicQueue
  isBusy: boolean
  editor: ReactNode
  rooms: ReactNode
  mutate: Mutate<QueueId>
  ask(question: Question): void
  onEdit(): void
}

const ICON = { size: 16, 'aria-hidden': true }

export function QueueRow({ queue, isBusy, editor, rooms, mutate, ask, onEdit }: Props) {
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
      <Cell>{rooms}</Cell>
      <Cell isAside>
        <ActiveBadge isActive={isActive} />
      </Cell>
    </TableRow>
  )
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
        ? `Nobody waits for ${name}.`
        : `${pluralize(waiting, 'patient')} of ${name} will wait in ${GENERAL} and stay there.`
    const names = tvs.map(tv => tv.name).join(', ')
    const note = `Its TVs (${names}) may not show calls of ${GENERAL}: see Displays.`
    return tvs.length === 0 ? about : `${about} ${note}`
  } catch (cause) {
    toastError(getErrorMessage(cause, 'Failed to count who waits. Please try again.'))
    return null
  }
}
