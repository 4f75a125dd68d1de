import { type FormEvent, useId, useState } from 'react'
import { type ClinicQueue, listActive, type QueueInput } from '#domain/queues/patient-queue'
import { getPrefixProblem, getQueueNameProblem, toPrefix } from '#domain/queues/validate-queue'
import { getCallableRooms, type Room } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { api, toPath } from '../data/api.ts'
import type { Mutate } from '../data/resource.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Checks } from '../ui/fields/Checks.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

export type QueueId = number | 'new'

type Props = {
  /** Null if the queue is new. */
  queue: ClinicQueue | null
  rooms: Room[]
  queues: ClinicQueue[]
  isBusy: boolean
  mutate: Mutate<QueueId>
  onSaved(): void
  onCancel(): void
}

const NEW: QueueInput = { name: '', prefix: '', roomIds: [], servesGeneral: false, isActive: true }

export function QueueForm({ queue, rooms, queues, isBusy, ...props }: Props) {
  // Holds only edited fields, so that other fields keep changes from other administrators.
  const [edits, setEdits] = useState<Partial<QueueInput>>({})
  const input: QueueInput = { ...NEW, ...queue, ...edits }
  const { name, prefix, roomIds, servesGeneral } = input
  const id = useId()
  const problem = getQueueNameProblem(name) ?? getPrefixProblem(prefix)
  const sharing = listSharing(queues, { id: queue?.id, prefix: toPrefix(prefix) })
  const choices = rooms.filter(
    room => getCallableRooms(rooms).includes(room) || roomIds.includes(room.id),
  )
  const edit = (change: Partial<QueueInput>) => setEdits(before => ({ ...before, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const known = roomIds.filter(roomId => rooms.some(room => room.id === roomId))
    const json = { ...input, prefix: toPrefix(prefix), roomIds: known }
    if (await saveQueue(props.mutate, queue?.id ?? 'new', json)) props.onSaved()
  }

  return (
    <form className="queue-form stack stack--tight" onSubmit={submit} noValidate>
      <div className="queue-form__texts stack stack--medium">
        <TextField
          label="Queue name"
          name="name"
          value={name}
          placeholder="Blood test"
          autoComplete="off"
          autoFocus
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={event => edit({ name: event.target.value })}
        />
        <TextField
          label="Prefix"
          name="prefix"
          value={prefix ?? ''}
          placeholder="None"
          autoComplete="off"
          maxLength={2}
          aria-describedby={`${id}-prefix`}
          onChange={event => edit({ prefix: event.target.value })}
        />
      </div>
      <p className="field__hint at-start" id={`${id}-prefix`}>
        A letter before the number: B001, B002 and so on, counted separately.{' '}
        {sharing.length > 0 && `${sharing.join(', ')} has the same letter: they share one series.`}
      </p>
      <div translate="no">
        <Checks
          label="Rooms that call it"
          options={choices}
          chosen={roomIds}
          onChange={chosen => edit({ roomIds: chosen })}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={servesGeneral}
          onChange={event => edit({ servesGeneral: event.target.checked })}
        />
        These rooms also call patients without a queue (General)
      </label>
      <p className="field__problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <div className="row row-actions">
        <Button
          type="submit"
          variant="primary"
          disabled={isBusy || cleanName(name) === '' || problem !== null}
          aria-busy={isBusy}
        >
          Save
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

export function saveQueue(mutate: Mutate<QueueId>, id: QueueId, json: QueueInput) {
  return mutate({
    keys: [id],
    done: [id === 'new' ? 'Queue added' : 'Queue changed'],
    failed: 'Failed to save the queue.',
    send: async () =>
      id === 'new'
        ? api.queues.$post({ json })
        : api.queues[':id'].$put({ ...toPath({ id }), json }),
  })
}

function listSharing(
  queues: ClinicQueue[],
  own: { id?: number | undefined; prefix: string | null },
) {
  const others = listActive(queues).filter(({ id }) => id !== own.id)
  return others.flatMap(({ name, prefix }) => (own.prefix && prefix === own.prefix ? name : []))
}
